// Names, records and addresses that try to be more than text.

import { visitor } from "./support/browser.js";
import { expectEqual, expectNothing, until } from "./support/expect.js";
import { figure, test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

const MARK = "pwned";

/** All kinds of syntax that a name could fall into. */
const SHORT = [
  "<b onclick=pwned=1>", "<svg onload=pwned=1>", "<i id=pwned>", "<a href=//x>", "<p>x</p>", "'><b>", "\"><u>", "{{pwned=1}}", "${pwned=1}", "`${pwned=1}`",
  "javascript:pwned=1", "</title><b>", "</script><b>", "<!--", "-->", "<![CDATA[", "&lt;b&gt;", "&#60;b&#62;", "%3Cb%3E", "\\u003cb\\u003e",
  "__proto__", "constructor", "' OR 1=1--", "\"; DROP TABLE x;", "../../etc/passwd", "%00", "${7*7}", "#{7*7}", "<%=7*7%>", "*|*|*", "[x](javascript:1)", "**b**", "`c`",
  "<q-board>", "<dialog open>", "<base href=//x>", "<style>*{}", "<link rel=x>", "<meta x>", "<input autofocus>", "<img src=x>", "<math>", "<object>", "<embed>", "<form>",
];

const EVENTS = ["onload", "onerror", "onclick", "onfocus autofocus", "onmouseover", "onanimationstart", "ontoggle open", "onpointerenter", "onbegin", "onbeforetoggle"];
const TAGS = ["img src=x", "svg", "body", "iframe src=javascript:pwned=1", "details", "video src=x", "audio src=x", "input", "marquee", "select", "textarea", "object data=x", "a href=javascript:pwned=1", "button", "math", "style", "animate", "embed src=x"];
const ENDS = ["", "\"", "'", "\">", "'>", "</textarea>", "</title>", "</script>", "--></style>"];

/** 1,000 texts and a little more, all different. */
function payloads() {
  const long = TAGS.flatMap((tag) => EVENTS.flatMap((event) => ENDS.map((end) => `${end}<${tag} ${event}=${MARK}=1>`)));
  return [...new Set([...SHORT, ...long])].slice(0, 1000);
}

const SHORT_TAGS = "a b i p q s u br dd dl dt em h1 hr li ol rp rt td th tr tt ul bdi bdo big col dfn dir img ins kbd map nav pre sub sup svg var wbr area base body code font form link main mark math menu meta nobr ruby samp span time xmp".split(" ");
const SHORT_EVENTS = "oncut onend onblur oncopy ondrag ondrop onload onplay onbegin onclick onerror onfocus oninput onkeyup onpaste onwheel onscroll".split(" ");

/** 1,000 texts that are short enough for a name: at most 24 characters. */
function names() {
  const made = SHORT_TAGS.flatMap((tag) => SHORT_EVENTS.map((event) => `<${tag} ${event}=${MARK}=1>`));
  return [...new Set([...SHORT, ...made])].filter((text) => text.length <= 24).slice(0, 1000);
}

/** Nothing ran, and nothing became an element. @param {Page} page @param {string[]} troubles @param {string} where */
async function expectOnlyText(page, troubles, where) {
  const found = await page.evaluate((mark) => ({
    ran: mark in window,
    made: [...document.querySelectorAll("main :is(script, img, iframe, object, embed, video, audio, marquee, style, link, base, meta, math, animate)")].map((element) => element.outerHTML.slice(0, 80)),
    listening: [...document.querySelectorAll("*")].flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith("on"))),
  }), MARK);
  expectEqual(found, { ran: false, made: [], listening: [] }, where);
  expectNothing(troubles, where);
}

/** @param {Browser} browser @param {Server} server */
export async function hostileTests(browser, server) {
  const texts = payloads();

  await test("1,000 injection payloads as names and records run nothing", async () => {
    expectEqual(texts.length, 1000, "payloads");
    const { context, page, troubles } = await visitor(browser, server.address);
    let shown = 0;
    for (let from = 0; from < texts.length; from += 50) {
      const part = texts.slice(from, from + 50);
      const records = part.map((text) => JSON.stringify({ game: "momentum", variant: "standard", first: text, second: text, result: null, ending: null, tags: [[text, text]], moves: ["d4"], comments: [[0, text], [1, text]] }));
      await page.goto("/replay");
      await page.getByLabel("Or paste its text").fill(records.join("\n"));
      await page.getByRole("button", { name: "Read" }).click();
      await page.locator(".replay .moves").waitFor();
      const list = page.locator("ul.games li bdi");
      expectEqual(await list.count(), part.length, "records in the list");
      expectEqual((await list.allTextContents())[3], `${part[3]} – ${part[3]}`, "a name as it was written");
      await page.keyboard.press("End");
      await expectOnlyText(page, troubles, `records from ${from}`);
      shown += part.length;
    }
    figure("hostile records shown", String(shown));
    await context.close();
  });

  await test("1,000 injection payloads as names of guests show as text in the lobby, and 20 of them at the table", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    const wanted = names();
    expectEqual(wanted.length, 1000, "names");
    /** @type {{ name: string, id: string }[]} */
    const seats = [];
    // Ten at a time, for the server stores each of them on disk. What it keeps of a name is what must be seen of it.
    for (let from = 0; from < wanted.length; from += 10) {
      seats.push(...await Promise.all(wanted.slice(from, from + 10).map(async (text) => {
        const { name, token } = await server.ask("/api/guest", { name: text });
        const { id } = await server.ask("/api/games", { game: "yoxii", seats: ["me", "open"], listed: true }, token);
        return { name, id };
      })));
    }
    // A hundred at a time: the lobby asks for ten.
    await page.route("**/api/games?status=open*", (route) => route.continue({ url: route.request().url().replace("limit=10", "limit=100") }));
    await page.goto("/lobby");
    const more = page.getByRole("button", { name: "More of: Open seats" });
    const rows = page.locator("section.list", { has: page.getByRole("heading", { name: "Open seats" }) }).locator("li bdi");
    await more.waitFor();
    for (;;) {
      const before = await rows.count();
      if (!(await more.count())) break;
      await more.click();
      await until("more seats", async () => await rows.count() > before || !(await more.count()));
    }
    const seen = new Set(await rows.allTextContents());
    expectEqual(seats.filter(({ name }) => !seen.has(name)).map(({ name }) => name), [], "names that are not in the lobby as they were written");
    await expectOnlyText(page, troubles, "lobby");
    for (const { name, id } of seats.filter((_, index) => index % 50 === 0)) {
      await page.goto(`/game/${id}`);
      await page.getByText(`${name} waits for an opponent.`, { exact: true }).first().waitFor();
      await expectOnlyText(page, troubles, `table of ${name}`);
    }
    await page.getByRole("button", { name: "Join the game" }).click();
    await page.locator(".presence.away").waitFor({ state: "attached" });
    await expectOnlyText(page, troubles, "table that was joined");
    figure("hostile names in the lobby", String(seats.length));
    await context.close();
  });

  await test("hostile addresses and positions show as text", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    for (const text of texts.slice(0, 20)) {
      const part = encodeURIComponent(text);
      for (const path of [`/rules/${part}`, `/analysis/yoxii?position=${part}&moves=${part}`, `/replay?id=${part}`]) {
        await page.goto(path);
        await page.locator("main h1, main h2, main .failed, main .sentence").first().waitFor({ state: "attached" });
        await expectOnlyText(page, troubles.filter((trouble) => !/Failed to load resource|status of 4/.test(trouble)), path);
      }
    }
    await context.close();
  });
}

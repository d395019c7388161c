// Names, records and addresses that try to be more than text.

import { visitor } from "./support/browser.js";
import { expect, expectEqual, expectNothing } from "./support/expect.js";
import { figure, test } from "./support/report.js";

/** @import { Browser, Page } from "playwright-core" */
/** @import { Server } from "./support/server.js" */

const MARK = "pwned";

/** Short enough for a name: at most 24 characters. */
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
      await page.getByLabel("Paste a record").fill(records.join("\n"));
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

  await test("hostile names show as text in the lobby and at the table", async () => {
    const { context, page, troubles } = await visitor(browser, server.address);
    let taken = 0;
    let last = "";
    for (const text of texts.filter((one) => one.length <= 24)) {
      const guest = await server.ask("/api/guest", { name: text }).catch(() => null);
      if (!guest) continue;
      taken++;
      last = text;
      await server.ask("/api/games", { game: "yoxii", seats: ["me", "open"], listed: true }, guest.token);
    }
    expect(taken >= 30, `too few hostile names were taken: ${taken}`);
    await page.goto("/lobby");
    await page.getByText(last).first().waitFor();
    for (;;) {
      const more = page.getByRole("button", { name: "More of: Open seats" });
      if (!(await more.count())) break;
      const before = await page.locator("ul.games li").count();
      await more.click();
      await page.waitForFunction((count) => document.querySelectorAll("ul.games li").length > count, before);
    }
    await expectOnlyText(page, troubles, "lobby");
    await page.getByRole("button", { name: /^Join/ }).first().click();
    await page.waitForURL(/\/game\//);
    await page.locator(".player strong").first().waitFor();
    await expectOnlyText(page, troubles, "table");
    figure("hostile names taken", String(taken));
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

// What the server has written into the shell for those who read without scripts. It makes room for the page, which may take it up.

const plain = document.getElementById("plain");
plain?.remove();

/** The article of a page that can be read without scripts, by the game that it is about. @param {string} game @returns {Promise<HTMLElement>} */
export async function article(game) {
  const here = written(plain, game);
  if (here) return here;
  const response = await fetch(`/rules/${encodeURIComponent(game)}`);
  const found = response.ok && written(new DOMParser().parseFromString(await response.text(), "text/html").getElementById("plain"), game);
  if (!found) throw new Error("the rules cannot be had now");
  return found;
}

/** A copy of the article, which each reader may change. @param {HTMLElement | null} plain @param {string} game */
function written(plain, game) {
  const found = plain?.querySelector("article");
  return found?.dataset.game === game ? document.importNode(found, true) : null;
}

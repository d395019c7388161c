// The style sheet of all pages but the first, fetched with the first of them that is wanted.

/** @type {Promise<void> | null} */
let asked = null;

/** @returns {Promise<void>} when what it is about can be shown; fails where it cannot be had */
export function restOfTheLook() {
  asked ??= new Promise((resolve, reject) => {
    const first = document.querySelector('link[rel="stylesheet"]');
    const address = first?.getAttribute("href")?.replace(/[^/]*$/, "rest.css") ?? "";
    // The rules bring it along: they can be read without scripts.
    if (document.querySelector(`link[href="${address}"]`)) return resolve();
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: address, onload: () => resolve(), onerror: () => {
      link.remove();
      asked = null;
      reject(new Error("the page’s look cannot be had now"));
    } });
    document.head.append(link);
  });
  return asked;
}

// The icon for the home screen of devices that take no drawings (SVG) for it: drawn here, from the same drawing as all others.

const SIZE = 180;

/** @returns {Promise<void>} */
export async function addTouchIcon() {
  const icon = document.querySelector('link[rel="icon"]')?.getAttribute("href") ?? "";
  const picture = new Image(SIZE, SIZE);
  // The device rounds the corners itself.
  picture.src = icon.replace(/[^/]*$/, "icon-maskable.svg");
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, SIZE, SIZE);
  const link = document.createElement("link");
  Object.assign(link, { rel: "apple-touch-icon", href: canvas.toDataURL("image/png") });
  link.setAttribute("sizes", `${SIZE}x${SIZE}`);
  document.head.append(link);
}

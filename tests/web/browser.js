// A page of a report in headless Chromium, watched: what it asks the network for, what it says on the console.

import { chromium } from "playwright-core";

// Chromium itself must not look for the network either; --no-sandbox is for roots in containers.
const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--allow-file-access-from-files",
];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ARGUMENTS });

// Opens a file. `requests` are all but the file itself, `errors` all complaints of the console and of the code.
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const requests = [], errors = [];
  const url = new URL(`file://${file}`).href;
  page.on("request", request => {
    const asked = request.url();
    if (asked.split("#")[0] !== url && !asked.startsWith("data:")) requests.push(asked);
  });
  page.on("console", message => { if (["error", "warning"].includes(message.type())) errors.push(message.text()); });
  page.on("pageerror", error => errors.push(String(error)));
  page.on("dialog", dialog => { errors.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(url + (options.hash || ""));
  return { page, context, requests, errors };
}

// What the board shows: the pieces and where they stand, from left to right and top to bottom.
export const pieces = page => page.$$eval("section.xq .table g[data-at]", all => all.map(g => `${g.getAttribute("class")} ${g.dataset.at}`).sort().join("\n"));

// The number of the move shown, 0 at the start.
export const shown = page => page.$eval("section.xq", section => section.xq.here());

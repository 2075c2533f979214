// Works a page of kg in Firefox, over WebDriver BiDi, as a person would, and prints what was there as one line of JSON.
//   NODE_MODULES=... node firefox.mjs /usr/bin/firefox page.html

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const puppeteer = createRequire(`${process.env.NODE_MODULES}/`)("puppeteer-core");
const [executablePath, file] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const seen = { complaints: [], requests: [] };
try {
  const page = await browser.newPage();
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && seen.complaints.push(message.text()));
  page.on("pageerror", (error) => seen.complaints.push(String(error)));
  page.on("request", (request) => seen.requests.push(request.url().split("#")[0]));
  const heading = () => page.$eval("#details h2", (element) => element.textContent);
  const settled = (/** @type {string} */ text) => page.waitForFunction((wanted) => document.querySelector("#details h2").textContent === wanted, { timeout: 30000 }, text);
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("html[data-ready]", { timeout: 60000 });
  await page.keyboard.press("/");
  await page.keyboard.type("poseatlas");
  await page.keyboard.press("Enter");
  await settled("PoseAtlas");
  seen.sentence = await page.$eval("#details blockquote mark", (element) => element.textContent);
  await page.keyboard.press("f");
  await page.waitForFunction(() => window.location.hash.includes("focus="));
  seen.focused = await page.evaluate(() => [...window.kgPage.view.placed.keys()].filter((row) => window.kgPage.view.visible(row)).length);
  await page.keyboard.press("t");
  await page.waitForSelector("#table-view tbody tr");
  seen.rows = await page.$$eval("#table-view tbody tr", (rows) => rows.length);
  await page.keyboard.press("t");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await settled("What is in this graph");
  await new Promise((done) => setTimeout(done, 500));
  const spot = await page.evaluate(() => {
    const { view, model } = window.kgPage;
    const box = document.querySelector("#canvas").getBoundingClientRect();
    const { x, y } = view.screen(view.placed.get(model.rows.get("e:poseatlas")));
    return { x: box.left + x, y: box.top + y };
  });
  await page.mouse.click(spot.x, spot.y);
  await settled("PoseAtlas");
  seen.clicked = await heading();
  await page.mouse.move(spot.x, spot.y);
  const before = await page.evaluate(() => window.kgPage.view.network.getScale());
  await page.mouse.wheel({ deltaY: -200 });
  await page.waitForFunction((scale) => window.kgPage.view.network.getScale() > scale, { timeout: 30000 }, before);
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));

// What readers do with a report, done by a browser. `run.sh` makes the pages.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { launch, open, pieces, shown } from "./browser.js";

const COLLECTION = join(process.env.PAGES, "games/report.html"), GAME = join(process.env.PAGES, "game/report.html");
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

// Every test ends with this: nothing was asked for, nothing complained.
async function close({ context, requests, errors }) {
  assert.deepEqual(requests, []);
  assert.deepEqual(errors, []);
  await context.close();
}
const wait = page => page.waitForTimeout(30);
const column = (page, panel, i) => page.$$eval(`#panel-${panel} tbody tr`, (rows, i) => rows.map(row => row.children[i].textContent), i);
const fits = page => page.evaluate(() => document.documentElement.scrollWidth <= 360);

describe("a game", () => {
  test("is stepped through by keyboard", async () => {
    const opened = await open(browser, GAME), { page } = opened;
    const last = await page.$eval("section.xq", section => section.xq.main.length);
    assert.ok(last > 20);
    assert.equal(await shown(page), 0);
    const start = await pieces(page);
    for (const [key, at] of [
      ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["Space", 2], ["ArrowDown", 3], ["ArrowUp", 2], ["Shift+Space", 1],
      ["End", last], ["ArrowRight", last], ["Home", 0], ["ArrowLeft", 0],
    ]) {
      await page.keyboard.press(key);
      assert.equal(await shown(page), at, key);
    }
    assert.equal(await pieces(page), start);
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await pieces(page), start);
    assert.equal(await page.textContent(".moves a.here span"), (await page.textContent(".said .move strong")).replace(/^.*? /, ""));
    await close(opened);
  });

  test("is stepped through by mouse: halves of the board, wheel, buttons, list of moves", async () => {
    const opened = await open(browser, GAME), { page } = opened;
    const box = await page.locator("section.xq .table").boundingBox();
    const right = [box.x + box.width * 0.8, box.y + box.height / 2], left = [box.x + box.width * 0.2, box.y + box.height / 2];
    await page.mouse.click(...right);
    await page.mouse.click(...right);
    assert.equal(await shown(page), 2);
    await page.mouse.click(...left);
    assert.equal(await shown(page), 1);
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => document.querySelector("section.xq").xq.here() === 2);
    await page.click("[data-step=last]");
    assert.equal(await shown(page), await page.$eval("section.xq", section => section.xq.main.length));
    await page.click("[data-step=first]");
    await page.click("[data-step=next]");
    assert.equal(await shown(page), 1);
    await page.click('.moves a[data-node="12"]');
    assert.equal(await shown(page), 12);
    await close(opened);
  });

  test("is stepped through by finger", async () => {
    const opened = await open(browser, GAME, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }), { page } = opened;
    const box = await page.locator("section.xq .table").boundingBox();
    await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2);
    assert.equal(await shown(page), 1);
    await page.locator("[data-step=next]").tap();
    assert.equal(await shown(page), 2);
    const graph = await page.locator(".graph svg").boundingBox();
    await page.locator(".graph").tap({ position: { x: graph.width * 0.6, y: 60 } });
    assert.ok(await shown(page) > 2);
    await close(opened);
  });

  test("turns its board", async () => {
    const opened = await open(browser, GAME), { page } = opened;
    const king = () => page.$eval('section.xq .table g.red[data-at="4,0"] .disc', disc => Number(disc.getAttribute("cy")));
    const before = await king();
    await page.keyboard.press("f");
    assert.ok(await king() < before);
    await page.click("[data-step=flip]");
    assert.equal(await king(), before);
    await close(opened);
  });

  test("goes where its graph is clicked, and shows chance or score", async () => {
    const opened = await open(browser, GAME), { page } = opened;
    const last = await page.$eval("section.xq", section => section.xq.main.length);
    const box = await page.locator(".graph svg").boundingBox();
    for (const part of [0.25, 0.5, 0.9]) {
      await page.mouse.click(box.x + box.width * part, box.y + box.height * 0.4);
      const at = await shown(page);
      assert.ok(Math.abs(at / last - part) < 0.08, `${at} of ${last} at ${part}`);
    }
    // Dragged from there to the left end.
    await page.mouse.move(box.x + box.width * 0.9, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 2, box.y + 40, { steps: 5 });
    await page.mouse.up();
    assert.equal(await shown(page), 0);
    const curve = () => page.$eval(".graph .line", line => line.getAttribute("d"));
    const chance = await curve();
    await page.click(".switch [data-kind=score]");
    assert.notEqual(await curve(), chance);
    assert.equal(await page.getAttribute(".switch [data-kind=score]", "aria-pressed"), "true");
    await close(opened);
  });

  test("marks mistakes and plays the better line on the board", async () => {
    const opened = await open(browser, GAME), { page } = opened;
    const marked = await page.$$eval(".graph svg :is(.inaccuracy, .mistake, .blunder)", all => all.length);
    assert.ok(marked > 0);
    assert.equal(await page.$$eval(".moves .cell .sign:is(.inaccuracy, .mistake, .blunder)", all => all.length), marked);
    await page.keyboard.press("m");
    const at = await shown(page);
    assert.ok(await page.$eval("section.xq", section => section.xq.nodes[section.xq.here()].fault) > 0);
    assert.ok(await page.$(".table .badge"));
    assert.ok(await page.$(".table .arrow.best"));
    assert.match(await page.textContent(".explained"), /winning chance falls from \d+% to \d+%/);
    await page.click(".said .better a >> nth=0");
    const better = await shown(page);
    assert.notEqual(better, at);
    assert.ok(await page.$eval("section.xq", section => !section.xq.main.includes(section.xq.here())));
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.$eval("section.xq", section => section.xq.nodes[section.xq.here()].parent), better);
    await page.keyboard.press("Escape");
    assert.equal(await shown(page), at);
    await close(opened);
  });

  test("shows turning points that lead to the board", async () => {
    const opened = await open(browser, GAME), { page } = opened;
    const moment = page.locator(".moment").first();
    const name = await moment.locator("strong").textContent();
    await moment.click();
    assert.equal(await page.textContent(".said .move strong"), name);
    await close(opened);
  });

  test("speaks English and Chinese, and three notations", async () => {
    const opened = await open(browser, GAME), { page } = opened;
    await page.keyboard.press("ArrowRight");
    const wxf = await page.textContent(".said .move strong");
    assert.match(wxf, /^\d+\. [A-Z][0-9][=+-][0-9]$/);
    await page.click("[data-tool=language]");
    assert.match(await page.textContent(".said .move strong"), /^\d+\. [\u4e00-\u9fff]/);
    assert.equal(await page.getAttribute("html", "lang"), "zh-Hans");
    assert.equal(await shown(page), 1);
    await page.selectOption(".tools select", "iccs");
    assert.match(await page.textContent(".said .move strong"), /^\d+\. [a-i]\d[a-i]\d$/);
    await page.click("[data-tool=language]");
    assert.match(await page.textContent(".said .move strong"), /^\d+\. [a-i]\d[a-i]\d$/);
    await close(opened);
  });

  test("can be printed", async () => {
    const opened = await open(browser, GAME), { page } = opened;
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.equal(await page.isVisible(".tools"), false);
    assert.equal(await page.isVisible(".controls"), false);
    assert.equal(await page.isVisible(".moves"), true);
    // Paper is white, also for who reads at night.
    assert.equal(await page.$eval("body", body => getComputedStyle(body).backgroundColor), "rgb(255, 255, 255)");
    assert.ok((await page.pdf()).length > 10_000);
    await close(opened);
  });
});

describe("a collection", () => {
  test("lists its games and opens each", async () => {
    const opened = await open(browser, COLLECTION), { page } = opened;
    const count = await page.$eval("#report", script => JSON.parse(script.textContent).games.length);
    assert.ok(count >= 4);
    assert.equal((await column(page, "games", 0)).length, count);
    await page.click("#panel-games tbody tr:nth-child(2) td:nth-child(3)");
    await page.waitForSelector("section.xq");
    assert.match(page.url(), /#g2$/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await shown(page), 1);
    await page.click(`.between a[href="#g3"]`);
    await page.waitForFunction(() => location.hash === "#g3" && document.querySelector("section.xq").xq.here() === 0);
    await page.goBack();
    await page.goBack();
    await page.waitForSelector("#panel-games");
    await close(opened);
  });

  test("sorts each table by each column, up and down", async () => {
    const opened = await open(browser, COLLECTION), { page } = opened;
    for (const panel of ["games", "players", "openings"]) {
      await page.click(`#tab-${panel}`);
      const heads = page.locator(`#panel-${panel} th button`), count = await heads.count();
      const rows = (await column(page, panel, 0)).length;
      assert.ok(rows > 1, panel);
      for (let i = 0; i < count; i++) {
        await heads.nth(i).click();
        await heads.nth(i).click();
        const sorted = await page.getAttribute(`#panel-${panel} th:nth-child(${i + 1})`, "aria-sort");
        assert.ok(["ascending", "descending"].includes(sorted), `${panel} ${i}`);
        assert.equal((await column(page, panel, 0)).length, rows);
      }
    }
    // Numbers are sorted as numbers, and both ways.
    await page.click("#tab-games");
    const moves = page.locator("#panel-games th button", { hasText: /^Moves$/ });
    const i = await moves.evaluate(button => [...button.parentNode.parentNode.children].indexOf(button.parentNode));
    await moves.click();
    const down = (await column(page, "games", i)).map(Number);
    assert.deepEqual(down, [...down].sort((a, b) => b - a));
    await moves.click();
    assert.deepEqual((await column(page, "games", i)).map(Number), [...down].reverse());
    assert.ok(new Set(down).size > 1);
    await close(opened);
  });

  test("finds games by what is typed, and those of a player", async () => {
    const opened = await open(browser, COLLECTION), { page } = opened;
    const all = (await column(page, "games", 0)).length;
    await page.fill(".finder input", "no such player");
    assert.equal((await column(page, "games", 0)).length, 0);
    await page.fill(".finder input", "");
    assert.equal((await column(page, "games", 0)).length, all);
    await page.click("#tab-players");
    const name = (await column(page, "players", 0))[1];
    await page.click("#panel-players tbody tr:nth-child(2) .link");
    const found = await column(page, "games", 0);
    assert.ok(found.length > 0 && found.length <= all);
    assert.ok((await page.inputValue(".finder input")).includes(name));
    await close(opened);
  });

  test("shows hostile names as text", async () => {
    const opened = await open(browser, COLLECTION), { page } = opened;
    const names = [...await column(page, "games", 1), ...await column(page, "games", 2)].join("\n");
    assert.ok(names.includes("<script>alert(1)</script>"));
    assert.ok(names.includes("</script>"));
    assert.equal(await page.$("main script"), null);
    assert.equal(await page.$("main img"), null);
    await close(opened);
  });
});

describe("other pages with the board", () => {
  test("a record without evaluations", async () => {
    const opened = await open(browser, join(process.env.PAGES, "board.html")), { page } = opened;
    assert.equal(await page.$(".graph"), null);
    await page.keyboard.press("ArrowRight");
    assert.equal(await shown(page), 1);
    await page.keyboard.press("End");
    assert.equal(await shown(page), await page.$eval("section.xq", section => section.xq.main.length));
    await close(opened);
  });

  test("the games of a match, opened one after the other", async () => {
    const opened = await open(browser, join(process.env.PAGES, "match.html")), { page } = opened;
    for (const game of [1, 2]) {
      await page.click(`tr[data-game="${game}"]`);
      await page.waitForSelector("#board section.xq .table svg");
      await page.keyboard.press("ArrowRight");
      assert.equal(await shown(page), 1);
    }
    await close(opened);
  });
});

describe("both", () => {
  for (const [name, file] of [["game", GAME], ["collection", COLLECTION]]) {
    test(`follow light and dark and can be switched: ${name}`, async () => {
      const opened = await open(browser, file, { colorScheme: "dark" }), { page } = opened;
      const light = () => page.$eval("html", html => {
        const [r, g, b] = getComputedStyle(html).backgroundColor.match(/\d+/g).map(Number);
        return (r + g + b) / 3;
      });
      assert.ok(await light() < 60);
      await page.click("[data-tool=theme]");
      assert.ok(await light() > 200);
      await page.reload();
      assert.ok(await light() > 200, "the choice is kept");
      await page.click("[data-tool=theme]");
      assert.ok(await light() < 60);
      await close(opened);
    });

    test(`need no sideways scrolling on a phone: ${name}`, async () => {
      const opened = await open(browser, file, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }), { page } = opened;
      for (const language of ["en", "zh"]) {
        assert.ok(await fits(page), `${name} ${language}`);
        for (const tab of await page.$$("[role=tab]")) {
          await tab.click();
          assert.ok(await fits(page), await tab.textContent());
        }
        await page.click("[data-tool=language]");
        await wait(page);
      }
      if (name === "collection") {
        for (let game = 1; game <= 3; game++) {
          await page.evaluate(game => { location.hash = `#g${game}`; }, game);
          await page.waitForSelector("section.xq");
          await page.evaluate(() => document.querySelector("[data-step=last]").click());
          assert.ok(await fits(page), `game ${game}`);
        }
      }
      await close(opened);
    });
  }
});

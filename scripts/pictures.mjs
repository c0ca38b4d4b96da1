// Draws the pictures of the guides anew, from the demo data: npm run pictures [NAME…]
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { pictures } from './pictures/list.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'pictures');
const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executablePath = BROWSERS.find((path) => path && existsSync(path));
if (executablePath === undefined) throw new Error('The pictures need Chromium: set CHROMIUM to its path.');

/** The service on a demo of its own; answers its address and the people's tokens. */
async function startDemo(data) {
  const service = spawn(process.execPath, [join(root, 'bin', 'leadline.js'), 'start'], {
    env: { ...process.env, LEADLINE_DATA: data, PORT: '0', LOG_LEVEL: 'warn', LEADLINE_DEMO: 'on', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = /Console\s+(http:\S+?)\/?\s/;
  const people = /^ {2}(?<role>admin|manager|agent)\s.*?(?<token>ldl_\S+)$/gm;
  let said = '';
  for await (const chunk of service.stdout) {
    said += chunk;
    if (url.test(said) && said.includes('/api/v1/me')) break;
  }
  const tokens = {};
  for (const { groups } of said.matchAll(people)) tokens[groups.role] ??= groups.token;
  if (!url.test(said) || tokens.admin === undefined) throw new Error(`The service did not start: ${said}`);
  return { service, address: url.exec(said)[1], tokens };
}

async function draw(
  browser,
  { address, tokens },
  { name, who, path, phone = false, dark = false, language = 'en-IN', prepare },
) {
  const context = await browser.newContext({
    ...(phone ? PHONE : WIDE),
    locale: language,
    timezoneId: 'Asia/Kolkata',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.addInitScript(`sessionStorage.setItem('leadline.token', '${tokens[who]}')`);
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const call = async (method, url, body) => {
    const answer = await fetch(`${address}/api/v1${url}`, {
      method,
      headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  await prepare?.(page, { address, call });
  await page.waitForTimeout(1_500); // what comes late: counts, charts, names
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
  process.stdout.write(`${name}.png\n`);
}

const data = mkdtempSync(join(tmpdir(), 'leadline-pictures-'));
const wanted = process.argv.slice(2);
const demo = await startDemo(data);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  mkdirSync(folder, { recursive: true });
  for (const picture of pictures) {
    if (wanted.length === 0 || wanted.includes(picture.name)) await draw(browser, demo, picture);
  }
} finally {
  await browser.close();
  demo.service.kill('SIGTERM');
  await new Promise((resolve) => demo.service.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}

// Runs a script of Google Apps Script on a sheet that is given as JSON on standard input, and prints the sheet afterwards.
// A process of its own, because UrlFetchApp blocks until it is answered.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const [file, entry] = process.argv.slice(2);
const { rows, properties } = JSON.parse(readFileSync(0, 'utf8'));

const send = `
  const { url, init } = JSON.parse(process.argv[1]);
  const answer = await fetch(url, init);
  process.stdout.write(JSON.stringify({ status: answer.status, text: await answer.text() }));`;

function fetchNow(url, { method, contentType, headers, payload }) {
  const init = { method: method.toUpperCase(), headers: { ...headers, 'content-type': contentType }, body: payload };
  const args = ['--input-type=module', '-e', send, JSON.stringify({ url, init })];
  const { status, text } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  return { getResponseCode: () => status, getContentText: () => text };
}

const sheet = {
  getDataRange: () => ({ getValues: () => rows.map((row) => [...row]) }),
  getRange: (row, column) => ({ setValue: (value) => rows[row - 1].splice(column - 1, 1, value) }),
};

const globals = {
  SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
  LockService: { getScriptLock: () => ({ tryLock: () => true, releaseLock() {} }) },
  PropertiesService: { getScriptProperties: () => ({ getProperty: (name) => properties[name] ?? null }) },
  UrlFetchApp: { fetch: fetchNow },
  Utilities: {
    DigestAlgorithm: { SHA_256: 'sha256' },
    Charset: { UTF_8: 'utf8' },
    computeDigest: (algorithm, text, charset) => [
      ...new Int8Array(createHash(algorithm).update(text, charset).digest()),
    ],
    base64EncodeWebSafe: (bytes) =>
      Buffer.from(Int8Array.from(bytes).buffer).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  },
};
runInNewContext(`${readFileSync(file, 'utf8')}\n${entry}();`, globals);
process.stdout.write(JSON.stringify(rows));

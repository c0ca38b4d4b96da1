// Sends the rows of a Google Sheet to Leadline, each once. The column "Leadline" shows what became of a row.

const COLUMNS = { 'First name': 'first_name', 'Last name': 'last_name', Phone: 'phone', Email: 'email' };
const RESULT = 'Leadline';

function sendRows() {
  const lock = LockService.getScriptLock();
  if (!lock.tryLock(1000)) return; // another run is at work
  try {
    const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheets()[0];
    const [headings, ...rows] = sheet.getDataRange().getValues();
    const result = headings.indexOf(RESULT);
    if (result < 0) throw new Error(`The sheet needs a column with the heading ${RESULT}.`);
    for (const [n, row] of rows.entries()) {
      if (row[result] !== '') continue;
      const outcome = sendRow(leadOf(headings, row));
      if (outcome === null) return; // Leadline cannot answer now: the next run goes on here
      sheet.getRange(n + 2, result + 1).setValue(outcome);
    }
  } finally {
    lock.releaseLock();
  }
}

function leadOf(headings, row) {
  const lead = {};
  headings.forEach((heading, n) => {
    const value = String(row[n]).trim();
    if (COLUMNS[heading] && value !== '') lead[COLUMNS[heading]] = value;
  });
  return lead;
}

/** What to write beside the row; null to try again later. */
function sendRow(lead) {
  const properties = PropertiesService.getScriptProperties();
  const payload = JSON.stringify(lead);
  const response = UrlFetchApp.fetch(`${properties.getProperty('LEADLINE_URL')}/api/v1/leads`, {
    method: 'post',
    contentType: 'application/json',
    headers: {
      Authorization: `Bearer ${properties.getProperty('LEADLINE_TOKEN')}`,
      // Made of the row itself: if a run stops between sending and writing, the next one gets the same answer.
      'Idempotency-Key': keyOf(payload),
    },
    payload,
    muteHttpExceptions: true,
    followRedirects: false,
  });
  const status = response.getResponseCode();
  if (status === 429 || status >= 500) return null;
  const body = JSON.parse(response.getContentText());
  if (status === 201) return body.data.public_id;
  if (status === 200) return `${body.data.public_id} (was there already)`;
  const faults = Object.entries(body.errors || {}).map(([field, messages]) => `${field} ${messages.join(', ')}`);
  return `Refused: ${faults.join('; ') || body.detail}`;
}

function keyOf(text) {
  const digest = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8);
  return `sheet-${Utilities.base64EncodeWebSafe(digest)}`;
}

/** Bringing in leads from a file. */
export const imports = {
  title: 'Import leads',
  hint: 'From a CSV file, as every spreadsheet can save one. You see what would happen before anything is written.',
  notAllowed: 'Importing is for managers and admins',
  notAllowedHint: 'Do you have a list of leads? Give it to your manager, or add the leads one by one.',
  toLeads: 'Go to the leads',

  choose: {
    drop: 'Drop a CSV file here',
    or: 'or',
    button: 'Choose a file',
    limits: 'UTF-8, with a header line. Up to 200 MB, 10,00,000 rows and 250 columns.',
    reading: 'Reading the file…',
    another: 'Choose another file',
    refused: (name: string) => `${name} cannot be imported`,
  },
  faults: {
    empty: 'The file is empty. Check that you saved it, then choose it again.',
    spreadsheet:
      'This is a spreadsheet, not a CSV file. Open it in Excel or LibreOffice, choose “Save as” and “CSV UTF-8”, and import the file that you get.',
    notUtf8: 'The file is not in UTF-8. In Excel, choose “Save as” and “CSV UTF-8”, and import the file that you get.',
    tooLarge: 'The file has more than 200 MB. Split it into smaller files, each with the header line.',
    unreadable: 'The file could not be read. A folder cannot be imported; a file may be open or moved elsewhere.',
    several: 'One file at a time, please. Choose one of them.',
    noHeader: 'The file has no header line. Its first line must name the columns, such as: First name, Phone, Email.',
    headless:
      'The first line looks like a lead, not like a header line. Insert a line above it that names the columns, such as: First name, Phone, Email.',
    longHeader: 'The header line has no end. Is there a quote in it that is not closed?',
    delimiter: 'Cells must be separated by commas, semicolons or tabs. Save the file again with one of them.',
    quote: 'A quote near the beginning of the file is not closed. Correct it, then choose the file again.',
    noRows: 'The file has a header line, but no rows below it.',
    manyColumns: 'The file has more than 250 columns. Delete those that you do not need.',
    columnName:
      'The name of a column is too long, or holds a line break. Shorten it to at most 200 characters in one line.',
  },

  file: {
    facts: (size: string, columns: number, delimiter: string) =>
      `${size} · ${columns === 1 ? '1 column' : `${columns} columns`}, separated by ${delimiter}`,
    delimiters: { ',': 'commas', ';': 'semicolons', '\t': 'tabs' },
    failures: 'This is a list of failed rows. Its columns “row” and “why” are left out by themselves.',
    preview: 'First rows of the file',
    previewHint: 'As they stand in the file. If they look wrong, save the file again as “CSV UTF-8”.',
    cells: (row: number, cells: number, columns: number) =>
      `Row ${row} has ${cells} cells, the header line ${columns}. Such rows fail.`,
  },

  mapping: {
    title: 'What do the columns mean?',
    hint: 'Columns that are named like a field go there by themselves. A lead needs a phone or an email.',
    guessed: 'Guessed from its name. Please check.',
    fieldFor: (column: string) => `Field for the column ${column}`,
    unnamed: (position: string) => `Column ${position}`,
    fieldForUnnamed: (position: string) => `Field for column ${position}`,
    undecided: 'Choose…',
    ignore: 'Leave out',
    example: 'For example:',
    noExample: 'Empty in the first rows',
    leaveOut: (count: string, isOne: boolean) =>
      isOne ? 'Leave out the 1 column that is not decided' : `Leave out the ${count} columns that are not decided`,
    mistakes: {
      undecided: 'Choose a field, or leave the column out.',
      ambiguous: (fields: string) => `It may mean ${fields}. Choose one, or leave the column out.`,
      taken: (field: string, other: string) =>
        `The column ${other} goes to ${field}, too. Choose another field for one of them.`,
      repeated:
        'Several columns have this name, so they cannot be told apart. Leave them out, or rename them in the file.',
      contact: 'No column goes to Phone or Email. A lead needs one of the two.',
      required: (field: string) => `No column goes to ${field}, which every lead must have.`,
      tooLong:
        'Too many columns have names that no field has. Rename them in the file like the fields, or delete some.',
      some: (count: number) => (count === 1 ? '1 column needs your decision.' : `${count} columns need your decision.`),
    },
  },

  options: {
    title: 'How to import',
    sourceForAll: 'Source of the leads',
    sourceForOthers: 'Source of rows that name none',
    noSource: 'No source',
    duplicates: 'If a lead with the same phone or email is there already',
    skip: 'Keep it as it is',
    skipHint: 'What is new in the row goes to the lead’s timeline.',
    fill: 'Fill in what is empty',
    fillHint:
      'Values go into empty fields of the lead. Nothing is overwritten. Leads that you cannot see stay as they are.',
  },

  actions: {
    try: 'See what would happen',
    tryAgain: 'Check again',
    now: 'Import now',
    stop: 'Stop',
    mistakes: 'Before you go on:',
  },
  upload: {
    title: 'Sending the file',
    progress: (sent: string, total: string) => `${sent} of ${total} sent. Keep this page open.`,
    storing: 'Sent. The service is taking it in…',
    failed: 'The file was not sent',
    gone: 'The file was changed or moved since you chose it. Choose it again.',
    full: 'Ten imports are not finished yet, or this one was stopped elsewhere. Wait for one to finish, or stop one, then try again.',
    notUtf8: 'The file is not in UTF-8 all through. In Excel, choose “Save as” and “CSV UTF-8”, and choose it again.',
    refused: 'The service refused the file:',
    /** `column`: null is the file itself. */
    fault: (column: string | null, messages: string) => `${column ?? 'it'} ${messages}.`,
  },
  leave: {
    title: 'The file is still being sent',
    text: 'If you leave now, sending stops, and nothing of the file is imported.',
    stay: 'Keep sending',
    leave: 'Leave',
  },

  trial: {
    title: 'What would happen',
    running: 'Trying it out. Nothing is written.',
    done: 'Nothing has been written yet. If this is what you expect, import the file.',
    noneLeft: 'No row would make a lead or fill one in. See below why.',
    stopped: 'The trial was stopped.',
    failed: 'The trial broke off. Try again.',
  },

  states: {
    receiving: 'Receiving the file',
    queued: 'Waiting',
    running: 'Running',
    done: 'Done',
    cancelled: 'Stopped',
    failed: 'Broken off',
  },
  trialBadge: 'Trial',
  counts: {
    rows: 'Rows',
    created: 'Created',
    wouldCreate: 'Would be created',
    duplicates: 'There already',
    filled: (count: string) => `${count} of them filled in`,
    wouldFill: (count: string) => `${count} of them would be filled in`,
    failed: 'Failed',
    wouldFail: 'Would fail',
  },
  progress: (done: string, total: string) => `${done} of ${total} rows`,
  received: (rows: string) => `${rows} rows received so far`,

  failures: {
    title: 'Rows that failed',
    trialTitle: 'Rows that would fail',
    first: (count: string) => `The first ${count} are shown. The file has all of them.`,
    hint: 'Row 1 is the first one below the header line. Download the rows, correct them, and import that file: its columns “row” and “why” are left out by themselves.',
    row: 'Row',
    why: 'Why',
    download: 'Download failed rows (CSV)',
    notRead: 'The failed rows could not be read.',
    gone: 'Failed rows are kept for 30 days. These are no longer there.',
    saved: 'The failed rows are saved as a file.',
    later: 'Rows that fail can be downloaded when the import is over.',
  },

  list: {
    title: 'Earlier imports',
    none: 'No imports yet',
    noneHint: 'What you import is listed here, with what came of it.',
    notLoaded: 'The imports could not be loaded',
    moreNotLoaded: 'More imports could not be loaded.',
    more: 'Show more',
    summary: (created: string, duplicates: string, failed: string) =>
      `${created} created · ${duplicates} there already · ${failed} failed`,
    trialSummary: (created: string, duplicates: string, failed: string) =>
      `Would create ${created} · ${duplicates} there already · ${failed} would fail`,
    by: (name: string, when: string) => `${name}, ${when}`,
  },

  one: {
    back: 'Import',
    gone: 'There is no such import, or you cannot see it',
    goneHint: 'A manager sees only own imports.',
    waits: 'Imports run one after the other. This one begins when those before it are finished.',
    goesOn: 'You can close this page: the import goes on.',
    notRead: 'How far the import is cannot be read now. It goes on; trying again…',
    done: 'The import is done.',
    doneTrial: 'This was a trial. Nothing was written. To import the file, choose it again.',
    cancelled: 'The import was stopped. Leads that were created before stay.',
    cancelledTrial: 'The trial was stopped. Nothing was written.',
    failed:
      'The file did not come in whole, or who sent it may no longer import. No more of it is processed; leads that were created before stay. Choose the file again.',
    failedTrial: 'The file did not come in whole, or who sent it may no longer import. Choose the file again.',
    leads: 'Leads created while it ran',
    leadsHint: 'Leads that came in another way at the same time are among them, too.',
    started: 'Started',
    finished: 'Finished',
    by: 'By',
    onDuplicate: 'Duplicates',
    cancel: 'Stop the import',
    cancelTrial: 'Stop the trial',
    again: 'Import another file',
  },
  cancel: {
    title: 'Stop this import?',
    text: (created: string, left: string) =>
      `Leads that are created already, and stay: ${created}. Rows that are not imported: ${left}.`,
    trialText: 'It is a trial: nothing was written.',
    keep: 'Let it go on',
    stop: 'Stop it',
  },
};

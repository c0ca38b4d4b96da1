import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate.ts';
import { splitStatements } from '../../src/db/split-statements.ts';

it.each([
  ['nothing', '', []],
  ['blanks and semicolons alone', ' ;\n;; ', []],
  ['a comment alone', '-- select 1;\n/* select 2; */', []],
  ['two statements', 'select 1; select 2;', ['select 1', 'select 2']],
  ['a last statement without a semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
  ['a quote', `select ';'; select 2`, [`select ';'`, 'select 2']],
  ['a doubled quote', `select 'it''s; so'; select 2`, [`select 'it''s; so'`, 'select 2']],
  ['a quoted identifier', 'select 1 as "a;""b;"; select 2', ['select 1 as "a;""b;"', 'select 2']],
  ['a dollar body', 'do $$ begin; end; $$; select 2', ['do $$ begin; end; $$', 'select 2']],
  ['a tagged dollar body', 'do $a$ $$;$$ $b$;$b$ $a$; select 2', ['do $a$ $$;$$ $b$;$b$ $a$', 'select 2']],
  ['placeholders', 'select $1; select $2', ['select $1', 'select $2']],
  ['a line comment', 'select 1 -- one; two\n; select 2', ['select 1 -- one; two', 'select 2']],
  ['a quote in a line comment', `select 1; -- it's\nselect 2`, ['select 1', `-- it's\nselect 2`]],
  ['a nested comment', 'select 1 /* a; /* b; */ c; */; select 2', ['select 1 /* a; /* b; */ c; */', 'select 2']],
  ['dashes in a quote', `select '--'; select 2`, [`select '--'`, 'select 2']],
  ['a comment’s opening in a quote', `select '/*'; select 2`, [`select '/*'`, 'select 2']],
  ['a quote with escapes', String.raw`select E'it\'s; so'; select 2`, [String.raw`select E'it\'s; so'`, 'select 2']],
  ['a backslash in a plain quote', String.raw`select '\'; select 2`, [String.raw`select '\'`, 'select 2']],
  ['a dollar in a name', 'select a$b$c; select 2', ['select a$b$c', 'select 2']],
])('a semicolon ends a statement and nothing else: %s', (_, source, expected) => {
  expect(splitStatements(source)).toEqual(expected);
});

it.each([`select 'open`, 'select "open', 'do $$ open', 'do $a$ open $$', '/* open /* */'])(
  'what is opened and never closed is refused: %s',
  (source) => {
    expect(() => splitStatements(source)).toThrow(/does not end/);
  },
);

const inner = fc.string({ unit: fc.constantFrom(...`;'"$-/*\n a1_é`), maxLength: 12 });
const closedIn = (text: string, ...endings: string[]) => !endings.some((ending) => text.includes(ending));

/** Parts of statements that hide semicolons. */
const part = fc.oneof(
  fc.constantFrom('select 1', ' + 2', ' as a', '\n', '(', ')', ' $1 '),
  inner.map((text) => ` '${text.replaceAll("'", "''")}' `),
  inner.map((text) => ` "${text.replaceAll('"', '""')}" `),
  inner.filter((text) => closedIn(`${text}$`, '$$')).map((text) => ` $$${text}$$ `),
  inner.filter((text) => closedIn(text, '$tag$')).map((text) => ` $tag$${text}$tag$ `),
  inner.filter((text) => closedIn(text, '\n')).map((text) => ` --${text}\n `),
  inner.filter((text) => closedIn(text, '*/', '/*')).map((text) => ` /* ${text} /* ${text} */ ${text} */ `),
);
const statement = fc
  .array(part, { minLength: 1, maxLength: 8 })
  .map((parts) => `x${parts.join('')}y`)
  .map((text) => text.trim());

it('statements joined by semicolons come apart as they were, whatever they hold', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 6 }), fc.constantFrom(';', ';\n', ' ;\n\n'), (statements, glue) => {
      expect(splitStatements(statements.join(glue))).toEqual(statements);
      expect(splitStatements(statements.map((one) => one + glue).join(''))).toEqual(statements);
    }),
    { numRuns: 2_000 },
  );
});

it('every released migration comes apart into statements that begin with a word of SQL', async () => {
  const statements = (await readMigrations()).flatMap((migration) => migration.statements);
  expect(statements.length).toBeGreaterThan(20);
  for (const one of statements) {
    expect(one.replace(/^(--.*\n|\s)+/, '')).toMatch(/^(create|alter|select|insert|update|drop|comment|grant|revoke) /);
  }
});

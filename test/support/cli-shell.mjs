// Runs `leadline` commands one after the other, each as in its own process, except that imported modules stay loaded.
const main = new URL('../../dist/cli/main.js', import.meta.url);
let count = 0;
let last = Promise.resolve();

process.on('message', (asked) => {
  last = last.then(() => run(asked)).then((ended) => process.send(ended));
});

async function run({ args, environment }) {
  const ended = { code: null, signal: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (text) => {
      ended[name] += text;
      return true;
    };
  }
  process.argv = [process.argv[0], 'leadline', ...args];
  process.env = environment;
  process.exitCode = undefined;
  await import(`${main.href}?${++count}`); // a new query string loads the module again, which runs the command
  ended.code = process.exitCode;
  process.exitCode = 0;
  return ended;
}

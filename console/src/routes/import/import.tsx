export function Import() {
  return <h1>Import</h1>;
}

export function OneImport() {
  return <h1>OneImport</h1>;
}

export function Reports() {
  return <h1>Reports</h1>;
}

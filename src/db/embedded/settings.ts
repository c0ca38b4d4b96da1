export const PORT = 5432;

// fsync and synchronous_commit are not here: they stay on, so that what was answered is on disk.
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: `${PORT}`,
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  // What has to be read again after a crash: with this, five seconds at most were measured under full load.
  max_wal_size: '1GB',
  // The first change of a page after a checkpoint writes all of it: a patch wrote 29 kB then, and 1.8 kB otherwise.
  checkpoint_timeout: '15min',
  // Disks of today read anywhere at nearly the same price. With PostgreSQL's default of 4, reports on a few thousand leads read
  // the leads themselves instead of the index that has all they count by.
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  // Statements, details and even messages of errors quote names and numbers of people: they stay out of the log. The
  // service logs the code of each error itself.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export function serverArguments(cluster: string, socketDirectory: string, extra: Readonly<Record<string, string>>) {
  // -k takes a list: quoted, a comma in the path is not its end.
  const args = ['-D', cluster, '-k', `"${socketDirectory.replaceAll('"', '""')}"`];
  for (const [name, value] of Object.entries({ ...SETTINGS, ...extra })) args.push('-c', `${name}=${value}`);
  return args;
}

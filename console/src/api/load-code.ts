import { leadline } from './client.ts';

/** Loads code, in a second attempt once the service answers. Without a connection, the error says so. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await leadline.api.GET('/api/v1/me');
    return load();
  }
}

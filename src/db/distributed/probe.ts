import { asUnavailable } from '../errors.ts';
import type { Client } from '../wire/client.ts';
import type { Probe } from './node-guard.ts';

/**
 * On a connection of its own, without connections to nodes that are kept from before: a new one to a node that does not answer is
 * given up in time, which an old one is not.
 */
export const probeWith =
  (connect: () => Promise<Client>): Probe =>
  async (reach) => {
    let client: Client | undefined;
    try {
      client = await connect();
      await client.query("set citus.node_connection_timeout = '1s'; set statement_timeout = '2s'");
      if (reach === 'every shard') await client.query('select count(*) from organizations');
      else await client.query('select 1 from organizations where id = $1', [reach.organizationId]);
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      void client?.end();
    }
  };

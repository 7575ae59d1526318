import { createJournal } from '../../src/journal/create-journal.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import { startDeliverer } from '../executor/webhooks/deliver-for-test.ts';

/** Sends the webhooks of a journal on a server, in a process whose parent kills it. */
const url = process.argv[2] ?? '';
startDeliverer(createJournal(openPostgresClient({ url, poolSize: 2 })));

import { z } from 'zod';
import { swapStates } from '../../core/swap/swap.ts';
import { apiMasks, apiScopes } from '../../ports/stores/api-key-store.ts';
import { stopScopes } from '../../ports/stores/stop-store.ts';
import { amount, baseUnits, named, nextCursor, time } from './common.ts';

const stop = named(
  'Stop',
  z.object({
    scope: z.enum(stopScopes),
    subject: z.string().describe('Empty for `all`; of a lane `wallet@chain`; of a rule its id.'),
    sameAs: z
      .string()
      .optional()
      .describe('Of a provider: the identifier that its name means, as in the list of providers.'),
    reason: z.string(),
    by: z.string(),
    since: time,
  }),
  'Signing is stopped. What is signed already is followed all the same.',
);
export const stopList = named('StopList', z.object({ stops: z.array(stop) }));

const apiKey = named(
  'ApiKey',
  z.object({
    id: z.string(),
    name: z.string().optional(),
    scopes: z.array(z.enum(apiScopes)),
    wallets: z.array(z.string()).optional().describe('Absent: all.'),
    chains: z.array(z.string()).optional().describe('Absent: all.'),
    masks: z.array(z.enum(apiMasks)).optional().describe('What it does not see. Absent: nothing.'),
    requestsPerMinute: z.int().optional(),
    createdBy: z.string().optional(),
    createdAt: time,
    expiresAt: time.optional(),
    revokedAt: time.optional(),
  }),
);
export const apiKeyAnswer = named('ApiKeyAnswer', z.object({ key: apiKey }));
export const apiKeyList = named('ApiKeyList', z.object({ keys: z.array(apiKey), nextCursor }));
export const newApiKey = named(
  'NewApiKey',
  z.object({
    key: apiKey,
    secret: z.string().describe('The key itself (`fm_…`). It is shown this once.'),
  }),
);

const auditEntry = named(
  'AuditEntry',
  z.object({
    position: z.int(),
    at: time,
    actor: z.string(),
    action: z.string(),
    subject: z.string(),
    reason: z.string().optional(),
    requestId: z.string().optional(),
    data: z.record(z.string(), z.unknown()),
    hash: z.string(),
  }),
  'What an operator did. Each hash covers the entry and the hash of the one before it.',
);
export const auditList = named(
  'AuditList',
  z.object({
    entries: z.array(auditEntry),
    nextCursor,
  }),
);
export const auditVerdict = named(
  'AuditVerdict',
  z.object({
    ok: z.boolean(),
    entries: z.int().describe('How many entries are whole, from the first one on.'),
    from: z.int().optional().describe('Position of the first entry that was checked.'),
    to: z.int().optional().describe('Position of the last whole entry. Absent: there is none.'),
    hash: z.string().describe('Of the newest entry: note it, and compare it later.'),
    fault: z.object({ position: z.int(), message: z.string() }).optional(),
  }),
);

const wallet = named(
  'Wallet',
  z.object({
    name: z.string(),
    family: z.string(),
    address: z.string(),
    frozenReason: z.string().optional(),
  }),
);
export const walletList = named('WalletList', z.object({ wallets: z.array(wallet) }));

const balance = named(
  'Balance',
  z.object({
    wallet: z.string(),
    family: z.string(),
    chain: z.string(),
    token: z.string(),
    symbol: z.string().optional(),
    balance: amount.optional(),
    balanceBaseUnits: baseUnits.describe('Settled: as the block shows it.'),
    reserved: amount.optional(),
    reservedBaseUnits: baseUnits.describe('What signed and leased transactions may still take.'),
    inFlight: amount.optional(),
    inFlightBaseUnits: baseUnits.describe(
      'What open swaps have sent of the token, or may have sent, and what has not arrived yet.',
    ),
    block: z.string().describe('At which the balance was read.'),
  }),
);
export const balanceList = named(
  'BalanceList',
  z.object({ balances: z.array(balance), nextCursor }),
);

const lane = named(
  'Lane',
  z.object({
    wallet: z.string(),
    chain: z.string(),
    slots: z.int(),
    used: z.int(),
    waiting: z.int(),
    oldestSeconds: z.int().describe('For how long the first one has waited; 0: none waits.'),
  }),
  'The waiting line of one wallet account on one chain.',
);
export const laneList = named('LaneList', z.object({ lanes: z.array(lane) }));

const errorGroup = named(
  'ErrorGroup',
  z.object({
    provider: z.string().optional(),
    state: z.enum(swapStates),
    code: z.string(),
    meaning: z.string().optional(),
    count: z.int(),
    isAtLeast: z.literal(true).optional().describe('There may be more.'),
    first: time,
    last: time,
    example: z.uuid().describe('The swap that changed last.'),
  }),
);
export const errorGroupList = named('ErrorGroupList', z.object({ groups: z.array(errorGroup) }));

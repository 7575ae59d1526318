import { readFileSync } from 'node:fs';
import { encodeAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import type { GuardRequest } from '../../../../src/ports/guard.ts';
import { readTransaction } from '../../../../src/router/read-transaction.ts';
import {
  transaction as transactionSchema,
  type WireTransaction,
} from '../../../../src/router/schemas.ts';
import { applyPatch, type Operation } from '../../../guard/apply-patch.ts';
import { judged } from '../../../guard/scenario.ts';
import { noon } from '../../../support/snapshot.ts';
import { aTronSwap, attacker, gateway, hexOf, receiver, usdt, wordOf } from './scenario.ts';

interface Vector {
  id: string;
  description: string;
  expectedRule: string;
  mutation: {
    patch?: Operation[];
    forEach?: { path: string; values: unknown[] };
    env?: {
      nodeTx?: { contract_address?: string; contractType?: string };
      expirationMs?: number;
    };
  };
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../guard/vectors/tron.json', import.meta.url), 'utf8'),
) as Vector[];

/** The router's answer that the vectors change: 1,000 USDT for TRX. */
const base = {
  transaction: {
    to: gateway,
    signature: 'swap(address,uint256,uint256,address)',
    arguments: [usdt, '1000000000', '398', receiver],
    feeLimit: 100_000_000,
    callValue: '0',
    approvalAddress: gateway,
  },
};
const encoded = encodeAbiParameters(
  [{ type: 'bytes32' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes32' }],
  [wordOf(usdt), 1_000_000_000n, 398n, wordOf(receiver)],
).slice(2);

/** One answer per case of the vector. */
function answersOf({ mutation: { patch = [], forEach } }: Vector): (typeof base)[] {
  const filled = patch.map((operation) =>
    'value' in operation && operation.value === '<ABI>'
      ? { ...operation, value: encoded }
      : operation,
  );
  const cases = forEach?.values.map((value) => [
    { op: 'replace', path: forEach.path, value } as const,
  ]) ?? [[]];
  return cases.map((one) => applyPatch(base, [...filled, ...one]));
}

/** The guard's request, or the rule that the answer breaks before there is anything to sign. */
function requestOf(
  answer: typeof base,
  { env = {} }: Vector['mutation'],
): GuardRequest | 'unusable' {
  let wire: WireTransaction;
  let call: ReturnType<typeof readTransaction>;
  try {
    wire = transactionSchema.parse(answer.transaction);
    call = readTransaction(wire, 'tron');
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'ROUTER_MALFORMED') return 'unusable';
    throw error;
  }
  if (call.family !== 'tron') throw new Error('a transaction of another family');
  // What a node would have built instead of the call.
  const { nodeTx = {}, expirationMs } = env;
  const key = { address: hexOf(attacker), weight: 1 };
  const permission = { permission_name: 'owner', threshold: 1, keys: [key] };
  const update = {
    owner_address: hexOf('TAgKvjXYxt6nGoset722yWhJPk2o91nTp8'),
    owner: { type: 0, ...permission },
    actives: [{ type: 2, ...permission, operations: 'ff'.repeat(32) }],
  };
  const expiration = expirationMs === undefined ? undefined : noon + expirationMs;
  return aTronSwap({
    call,
    ...(nodeTx.contract_address ? { signed: { to: nodeTx.contract_address } } : {}),
    bytes: {
      ...(nodeTx.contractType ? { type: nodeTx.contractType, value: update } : {}),
      ...(expiration === undefined ? {} : { raw: { expiration } }),
    },
    ...(expiration === undefined ? {} : { unsigned: { expires: BigInt(expiration) } }),
  });
}

describe('the TRON guard vectors', () => {
  const legitimate = vectors.filter(({ expectedRule }) => expectedRule === 'ALLOW');
  it.each(legitimate)('$id passes: $description', (vector) => {
    for (const answer of answersOf(vector)) {
      const request = requestOf(answer, vector.mutation);
      if (request === 'unusable') throw new Error('the answer cannot be read');
      expect(judged(request)).toEqual({ kind: 'allow', fired: [] });
    }
  });

  // No guard rule covers these, because a person must never have to decide on them: the answer is
  // not even read (G03, G04).
  const unreadable = vectors.filter(({ expectedRule }) => expectedRule.startsWith('G0'));
  it.each(unreadable)('$id is not even read, as $expectedRule demands: $description', (vector) => {
    for (const answer of answersOf(vector))
      expect(requestOf(answer, vector.mutation)).toBe('unusable');
  });

  const hostile = vectors.filter(({ expectedRule }) => expectedRule.startsWith('T'));
  it.each(hostile)('$id is caught by $expectedRule: $description', (vector) => {
    for (const answer of answersOf(vector)) {
      const request = requestOf(answer, vector.mutation);
      if (request === 'unusable') throw new Error('the answer cannot be read');
      const { kind, fired } = judged(request);
      expect(kind).not.toBe('allow');
      expect(fired).toContain(vector.expectedRule);
    }
  });

  it('covers all of them', () => {
    expect(legitimate.length + unreadable.length + hostile.length).toBe(vectors.length);
    expect(vectors).toHaveLength(11);
  });
});

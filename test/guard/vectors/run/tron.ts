import { encodeAbiParameters, type Hex, pad } from 'viem';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { callOf } from '../../../../src/families/tron/adapter/prepare.ts';
import { digestOf } from '../../../../src/families/tron/adapter/raw-data.ts';
import { tronAccountOf } from '../../../../src/families/tron/formats/address.ts';
import { tronNativeToken } from '../../../../src/families/tron/formats/chain.ts';
import type { InspectedAddress } from '../../../../src/ports/chain-adapter.ts';
import {
  expires,
  feeLimit,
  hexOf,
  type RawJson,
  rawBytes,
} from '../../../families/tron/guard/scenario.ts';
import { noon } from '../../../support/snapshot.ts';
import type { Assembled, Assembly, Base } from './base.ts';
import { duration, told } from './env.ts';
import { contractHash } from './evm.ts';
import { type Terms, tokens, units, wireJob } from './fixtures.ts';
import { withStated } from './simulated.ts';
import { requireKnown } from './vector.ts';

const swapTerms: Terms = {
  from: tokens.tronUsdt,
  to: tokens.trx,
  provider: 'UNISWAP_V2',
  swapType: 'on-chain',
  expected: '4000',
  min: '3980',
};

/** The arguments of the base's call. */
const argumentsOf = (receiver: string): [string, string, string, string] => [
  tokens.tronUsdt.address,
  '1000000000',
  `${units(swapTerms.min, 6)}`,
  receiver,
];

const accountWord = (address: string): Hex => pad(tronAccountOf(address)!, { size: 32 });

export const tronBases: Readonly<Record<string, Base>> = {
  'B-TRON': {
    flow: 'wallet',
    kind: 'swap',
    terms: swapTerms,
    job: ({ fixtures: { addresses } }) =>
      wireJob(swapTerms.from, swapTerms.to, {
        amount: '1000',
        sender: addresses.treasury.tron,
        receiver: addresses.receiver.tron,
      }),
    transaction: ({ fixtures: { addresses } }) => ({
      to: addresses.gateway.tron,
      signature: 'swap(address,uint256,uint256,address)',
      arguments: argumentsOf(addresses.receiver.tron),
      feeLimit: 100_000_000,
      callValue: '0',
      approvalAddress: addresses.gateway.tron,
    }),
    word(text, { fixtures: { addresses } }) {
      if (/ABI/i.test(text)) {
        const { tron: payee } = /attacker|other|differ/i.test(text)
          ? addresses.attacker
          : addresses.receiver;
        const [token, amount, min, receiver] = argumentsOf(payee);
        return encodeAbiParameters(
          [{ type: 'bytes32' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes32' }],
          [accountWord(token), BigInt(amount), BigInt(min), accountWord(receiver)],
        ).slice(2);
      }
      return /attacker/i.test(text) ? addresses.attacker.tron : undefined;
    },
    assemble: assembleTron,
  },
};

/** The limit that the router suggests, for an executor that would follow it. */
function routerFeeLimit({ patch = [] }: Assembly['mutation']): bigint | undefined {
  const value = patch.find(({ path }) => path === '/transaction/feeLimit')?.value;
  const limit = /^\d+$/.test(String(value)) ? BigInt(String(value)) : 0n;
  // With a margin above the simulated energy: what the executor sets itself then.
  return limit > feeLimit ? limit : undefined;
}

/** What a node that builds the transaction would have put into it. */
function nodeChange({ env, fixtures, mutation }: Assembly): {
  raw: RawJson;
  expiration: number | undefined;
} {
  const node = nodeTransaction(env) as {
    contract_address?: string;
    owner_address?: string;
    data?: string;
    contractType?: string;
    permissionId?: number;
    Permission_id?: number;
    owner?: { threshold: number; keys: [string, number][] };
    [member: string]: unknown;
  };
  const { contract_address: to, owner_address: by, data, contractType, owner } = node;
  const permissionId = node.Permission_id ?? node.permissionId;
  const expirationMs = duration(env, 'expiration');
  const expiration = expirationMs === undefined ? undefined : noon + expirationMs;
  const keys = (owner?.keys ?? [[fixtures.addresses.attacker.tron, 1]]).map(
    ([address, weight]) => ({
      address: hexOf(address),
      weight,
    }),
  );
  const suggested = routerFeeLimit(mutation);
  const permission = { permission_name: 'owner', threshold: owner?.threshold ?? 1, keys };
  return {
    expiration,
    raw: {
      ...(contractType
        ? {
            type: contractType,
            value: {
              owner_address: hexOf(fixtures.addresses.treasury.tron),
              ...ofOtherTypes(fixtures.addresses.attacker.tron),
              owner: { type: 0, ...permission },
              actives: [{ type: 2, ...permission, operations: 'ff'.repeat(32) }],
            },
          }
        : {}),
      call: {
        ...(to ? { contract_address: hexOf(to) } : {}),
        ...(by ? { owner_address: hexOf(by) } : {}),
        ...(data ? { data: data.replace(/^0x/, '') } : {}),
        ...numbersOf(node, {
          call_value: 'callValue',
          call_token_value: 'callTokenValue',
          token_id: 'tokenId',
        }),
      },
      ...(permissionId === undefined ? {} : { contract: { Permission_id: permissionId } }),
      raw: {
        ...(suggested === undefined ? {} : { fee_limit: Number(suggested) }),
        ...(expiration === undefined ? {} : { expiration }),
        ...(env.feeLimit === undefined ? {} : { fee_limit: Number(env.feeLimit) }),
        ...numbersOf(node, { fee_limit: 'feeLimit', expiration: 'expirationMs' }),
        ...(node.ref_block_bytes === undefined ? {} : { ref_block_bytes: node.ref_block_bytes }),
        ...(node.ref_block_hash === undefined ? {} : { ref_block_hash: node.ref_block_hash }),
        ...((env.raw ?? {}) as object),
      },
    },
  };
}

const nodeMembers = [
  ...['contract_address', 'owner_address', 'data', 'contractType', 'permissionId'],
  ...['Permission_id', 'owner', 'call_value', 'callValue', 'call_token_value', 'callTokenValue'],
  ...['token_id', 'tokenId', 'fee_limit', 'feeLimit', 'expiration', 'expirationMs'],
  ...['ref_block_bytes', 'ref_block_hash', 'raw_data_hex', 'txID'],
];

/** What a node says of the transaction, or what something makes of it before the signature. */
function nodeTransaction(env: Assembly['env']): Record<string, unknown> {
  const { to, ...changed } = (told(env, 'mutated') ?? {}) as Record<string, unknown>;
  const node = {
    ...(env.nodeTx as object | undefined),
    ...changed,
    ...(to === undefined ? {} : { contract_address: to }),
  };
  requireKnown('env.nodeTx', node, nodeMembers);
  return node;
}

/** Of one who would sign the node's bytes. Ferryman builds its own, and reads no others. */
function bytesOf({ raw_data_hex: hex }: Readonly<Record<string, unknown>>): Hex | undefined {
  return hex === undefined ? undefined : `0x${String(hex).replace(/^0x/, '')}`;
}

/** The id is the hash of the bytes, whatever a node says. */
function requireOwnId({ txID }: Readonly<Record<string, unknown>>, bytes: Hex): void {
  if (txID === undefined || txID === Buffer.from(digestOf(bytes)).toString('hex')) return;
  const message = 'the node names another id than the hash of the bytes';
  throw new FerrymanError('SIGNATURE_MISMATCH', message, { details: { rule: 'T02' } });
}

/** Members of the contracts that are no call, whichever it is. */
function ofOtherTypes(attacker: string) {
  return {
    to_address: hexOf(attacker),
    receiver_address: hexOf(attacker),
    amount: 1,
    asset_name: Buffer.from('1002000').toString('hex'),
    account_name: Buffer.from('treasury').toString('hex'),
    account_id: Buffer.from('treasury').toString('hex'),
    url: Buffer.from('https://attacker.test').toString('hex'),
    contract_address: hexOf(attacker),
    new_contract: {},
    votes: [{ vote_address: hexOf(attacker), vote_count: 1 }],
  };
}

/** Numbers of the node's transaction under either of their names. */
function numbersOf(
  node: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, other]) => {
      const value = node[name] ?? node[other];
      return value === undefined ? [] : [[name, Number(value)]];
    }),
  );
}

/** A fifth more than the estimate, which the fixtures have as 85 TRX. */
function ownFeeLimit(env: Assembly['env']): bigint {
  const energy = told(env, 'energy');
  return energy === undefined ? feeLimit : BigInt(Math.round(Number(energy) * 1_200_000));
}

export function assembleTron(assembly: Assembly): Assembled {
  const { fixtures, job, order, kind } = assembly;
  const { treasury, router, gateway, pool, attacker } = fixtures.addresses;
  const call = ofFamily(assembly.transaction, 'tron');
  const { raw, expiration } = nodeChange(assembly);
  const isTransfer = callOf(call).type === 'TransferContract';
  const transfer = {
    type: 'TransferContract',
    value: {
      owner_address: hexOf(treasury.tron),
      to_address: hexOf(call.to),
      amount: Number(call.value),
    },
  };
  const memo = call.memo === undefined ? {} : { data: Buffer.from(call.memo).toString('hex') };
  const limit = ownFeeLimit(assembly.env);
  const built = rawBytes(call, {
    ...(isTransfer ? transfer : {}),
    ...raw,
    raw: {
      ...(isTransfer ? { fee_limit: 0 } : { fee_limit: Number(limit) }),
      ...memo,
      ...raw.raw,
    },
  });
  const bytes = bytesOf(nodeTransaction(assembly.env)) ?? built;
  requireOwnId(nodeTransaction(assembly.env), bytes);
  const account = treasury.tron;
  const contract = { hasCode: true, isToken: false, codeHash: contractHash };
  const isDeposit = kind === 'deposit';
  const payee = isDeposit ? (order.deposit?.address ?? '') : job.receiver;
  const native = job.from.token === tronNativeToken;
  return {
    unsigned: {
      family: 'tron',
      chain: 'TRON',
      account,
      bytes,
      fee: isTransfer
        ? { family: 'tron', feeLimit: 0n, bandwidthFee: 400_000n }
        : { family: 'tron', feeLimit: limit, bandwidthFee: 400_000n },
      expires: expiration === undefined ? expires : BigInt(expiration),
    },
    simulation: withStated(
      assembly,
      {
        block: 1n,
        balanceChanges: [
          { account, token: job.from.token, delta: -job.amount },
          ...(native ? [] : [{ account, token: tronNativeToken, delta: -call.value }]),
          ...(isDeposit
            ? [{ account: payee, token: job.from.token, delta: job.amount }]
            : [{ account: payee, token: job.to.token, delta: order.expectedOut }]),
        ],
        authorityChanges: [],
        allowanceChanges:
          order.spender === undefined
            ? []
            : [{ token: job.from.token, spender: order.spender, before: job.amount, after: 0n }],
        inspected: new Map<string, InspectedAddress>([
          [call.to, contract],
          ...(order.spender === undefined ? [] : [[order.spender, contract] as const]),
          [router.tron, contract],
          [gateway.tron, contract],
          [pool.tron, contract],
          [attacker.tron, contract],
          ...(isDeposit ? [[payee, { hasCode: false, isToken: false }] as const] : []),
          [tokens.tronUsdt.address, { hasCode: true, isToken: true }],
        ]),
      },
      (role) => assembly.fixtures.addresses[role]?.tron ?? role,
    ),
    lease: { account, terms: { kind: 'expiry' } },
  };
}

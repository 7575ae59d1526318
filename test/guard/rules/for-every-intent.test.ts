import { SystemProgram } from '@solana/web3.js';
import { Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import type { Family } from '../../../src/core/swap/chains.ts';
import { encodeUnsigned } from '../../../src/families/bitcoin/adapter/unsigned-bytes.ts';
import {
  type BitcoinOutput,
  outpointKey,
} from '../../../src/families/bitcoin/formats/read-transaction.ts';
import { nativeMint } from '../../../src/families/solana/guard/address.ts';
import type { GuardRequest, Intent } from '../../../src/ports/guard.ts';
import * as bitcoin from '../../families/bitcoin/guard/scenario.ts';
import { appended } from '../../families/solana/guard/changes.ts';
import * as solana from '../../families/solana/guard/scenario.ts';
import * as ton from '../../families/ton/guard/scenario.ts';
import * as tron from '../../families/tron/guard/scenario.ts';
import { asIntent } from '../as-intent.ts';
import { approveData, aSwapRequest, attacker, judged } from '../scenario.ts';

/*
 * A family's own rules are applied to every intent that they are for. What a rule finds in detail is
 * tested once, with the rule. The bytes are those of a swap that breaks the rule.
 */

type Kind = Intent['kind'];
interface Broken {
  rule: string;
  intents: readonly Kind[];
  request: () => GuardRequest;
}

const payments = ['swap', 'deposit'] as const;
const recoveries = ['refund', 'claim'] as const;
const allowances = ['approve', 'revoke'] as const;
const everything = [...payments, ...allowances, 'cancel', ...recoveries] as const;

const evm: Broken[] = [
  {
    rule: 'E01',
    intents: everything,
    request: () => aSwapRequest({ bytes: { chainId: 56 } }),
  },
  {
    rule: 'E02',
    intents: ['swap', ...recoveries],
    request: () => aSwapRequest({ call: { to: attacker } }),
  },
  {
    rule: 'E03',
    intents: ['swap', ...recoveries],
    request: () => aSwapRequest({ call: { data: approveData(attacker, 1n) } }),
  },
  {
    rule: 'E04',
    intents: ['swap', ...allowances],
    request: () =>
      aSwapRequest({
        call: { data: approveData(attacker, 1n) },
        order: { spender: attacker },
      }),
  },
  {
    rule: 'E06',
    intents: ['swap', ...recoveries],
    request: () => aSwapRequest({ call: { value: 10n ** 20n } }),
  },
  {
    rule: 'E08',
    intents: everything,
    request: () => aSwapRequest({ bytes: { gas: 16_777_217n, maxFeePerGas: 10n ** 9n } }),
  },
  {
    rule: 'G11',
    intents: [...payments, 'cancel', ...recoveries],
    request: () => aSwapRequest({ bytes: { data: '0xc35703ea' } }),
  },
];

const tronRules: Broken[] = [
  {
    rule: 'T01',
    intents: everything,
    request: () => tron.aTronSwap({ unsigned: { chain: 'NILE' } }),
  },
  {
    rule: 'T02',
    intents: [...payments, ...recoveries],
    request: () => tron.aTronSwap({ signed: { to: tron.attacker } }),
  },
  {
    rule: 'T03',
    intents: ['swap', ...allowances, ...recoveries],
    request: () => tron.aTronSwap({ call: { to: tron.attacker } }),
  },
  {
    rule: 'T04',
    intents: everything,
    request: () => tron.aTronSwap({ bytes: { raw: { fee_limit: Number(tron.feeLimit) + 1 } } }),
  },
  {
    rule: 'T05',
    intents: ['swap', ...allowances, ...recoveries],
    request: () =>
      tron.aTronSwap({ bytes: { call: { call_token_value: 1_000, token_id: 1_002_000 } } }),
  },
  {
    rule: 'T06',
    intents: everything,
    request: () => tron.aTronSwap({ unsigned: { expires: tron.expires - 1n } }),
  },
];

const solanaRules: Broken[] = [
  {
    rule: 'S02',
    intents: everything,
    request: () => solana.aSolanaRequest({ payer: solana.otherTreasury }),
  },
  {
    rule: 'S03',
    intents: [...payments, ...recoveries],
    request: () => {
      const { lookupTables } = solana.aSolanaRequest().simulation.solana!;
      const inactive = [...lookupTables].map(
        ([table, found]) => [table, { ...found, isActive: false }] as const,
      );
      return solana.aSolanaRequest({ solana: { lookupTables: new Map(inactive) } });
    },
  },
  {
    rule: 'S04',
    intents: [...payments, ...recoveries],
    request: () => solana.aSolanaRequest(appended(solana.call(attackerOfSolana, [], [1]))),
  },
  {
    rule: 'S05',
    intents: ['swap', ...recoveries],
    request: () =>
      solana.aSolanaRequest(
        appended(solana.sendSol(solana.wallet, attackerOfSolana, 20_000_000_000n)),
      ),
  },
  {
    rule: 'S06',
    intents: ['swap', ...recoveries],
    request: () =>
      solana.aSolanaRequest(
        appended(solana.closeAccount(solana.account(solana.wallet, solana.usdc), attackerOfSolana)),
      ),
  },
  {
    rule: 'S07',
    intents: [...payments, ...recoveries],
    request: () => solana.aSolanaRequest({ solana: { mints: new Map() } }),
  },
  {
    rule: 'S08',
    intents: [...payments, ...recoveries],
    request: () =>
      solana.aSolanaRequest({
        instructions: [
          SystemProgram.nonceAdvance({
            noncePubkey: solana.key(solana.pool),
            authorizedPubkey: solana.key(solana.wallet),
          }),
          ...solana.swapInstructions(),
        ],
      }),
  },
  {
    rule: 'S09',
    intents: [...payments, ...recoveries],
    request: () => solana.aSolanaRequest({ computeBudget: solana.budget(300_000, 60_000n) }),
  },
  {
    rule: 'S10',
    intents: ['swap', ...recoveries],
    request: () =>
      solana.aSolanaRequest(appended(solana.openAccount(attackerOfSolana, nativeMint))),
  },
  {
    rule: 'G11',
    intents: everything,
    request: () =>
      solana.aSolanaRequest({
        signedInstructions: [
          ...solana.swapInstructions(),
          solana.sendSol(solana.wallet, solana.pool, 0n),
        ],
      }),
  },
];
const { attacker: attackerOfSolana } = solana;

const tonRules: Broken[] = [
  {
    rule: 'N01',
    intents: [...everything, 'boost'],
    request: () => ton.aTonRequest({ head: { seqno: 999 } }),
  },
  {
    rule: 'N07',
    intents: payments,
    request: () => ton.aTonRequest({ messages: [ton.coinsToPool({ payload: largeBody() })] }),
  },
];

const bitcoinRules: Broken[] = [
  {
    rule: 'B02',
    intents: [...everything, 'boost'],
    request: () => bitcoin.aBitcoinRequest({ leased: [0, 1, 3] }),
  },
  {
    rule: 'B05',
    intents: [...payments, 'cancel', 'boost'],
    request: () =>
      bitcoin.aBitcoinRequest({
        outputs: [bitcoin.toVault, { ...bitcoin.change, script: bitcoin.stranger }],
      }),
  },
  {
    rule: 'B06',
    intents: [...payments, 'cancel', 'boost'],
    request: () => bitcoin.aBitcoinRequest({ outputs: [bitcoin.toVault] }),
  },
  {
    rule: 'B07',
    intents: [...payments, 'cancel', 'boost'],
    request: () => {
      const { transaction, previousOutputs } = bitcoin.transactionOf();
      const [first, second] = previousOutputs as [BitcoinOutput, BitcoinOutput];
      const script = Buffer.from(`a914${'11'.repeat(20)}87`, 'hex');
      const coins = [first, { ...second, script }];
      return bitcoin.aBitcoinRequest({
        bytes: encodeUnsigned({ transaction, previousOutputs: coins }),
        bitcoin: {
          previousOutputs: new Map(coins.map((coin, at) => [outpointKey(bitcoin.input(at)), coin])),
        },
      });
    },
  },
  {
    rule: 'B08',
    intents: [...payments, 'cancel', 'boost'],
    request: () => bitcoin.aBitcoinRequest({ transaction: { locktime: 2_000_000_000 } }),
  },
];

/** More than a message may have. */
function largeBody(): string {
  let body = new Cell();
  for (let depth = 0; depth < 63; depth += 1) body = new Cell({ refs: [body] });
  return body.toBoc().toString('base64');
}

const byFamily: Readonly<Record<Family, readonly Broken[]>> = {
  evm,
  tron: tronRules,
  solana: solanaRules,
  ton: tonRules,
  bitcoin: bitcoinRules,
};
const cases = Object.entries(byFamily).flatMap(([family, list]) =>
  list.flatMap(({ rule, intents, request }) =>
    intents.map((kind) => ({ family, rule, kind, request })),
  ),
);

describe('a rule of a family', () => {
  it.each(cases)('objects on $family: $rule for $kind', ({ rule, kind, request }) => {
    expect(judged(asIntent(kind, request())).fired).toContain(rule);
  });
});

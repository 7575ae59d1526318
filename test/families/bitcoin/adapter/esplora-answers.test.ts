import { describe, expect, it } from 'vitest';
import {
  addressTransactions,
  blockTxids,
  feeEstimates,
  height,
  shownHash as id,
  outspend,
  outspends,
  rawTransaction,
  status,
  transaction,
  unspent,
} from '../../../../src/families/bitcoin/adapter/esplora/answers.ts';

const txid = 'ab'.repeat(32);
const blockHash = `${'00'.repeat(8)}${'cd'.repeat(24)}`;
const confirmed = {
  confirmed: true,
  block_height: 800_000,
  block_hash: blockHash,
  block_time: 1_690_168_629,
};
const output = {
  scriptpubkey: `0014${'aa'.repeat(20)}`,
  scriptpubkey_asm: 'OP_0 OP_PUSHBYTES_20',
  scriptpubkey_type: 'v0_p2wpkh',
  scriptpubkey_address: 'bc1q',
  value: 2_100_000_000_000_000,
};
const told = {
  txid,
  version: 2,
  locktime: 0,
  vin: [
    {
      txid,
      vout: 1,
      prevout: output,
      scriptsig: '',
      witness: ['00'],
      is_coinbase: false,
      sequence: 4_294_967_293,
    },
  ],
  vout: [output, { ...output, value: 0, scriptpubkey: '6a0141' }],
  size: 222,
  weight: 561,
  fee: 1_410,
  status: confirmed,
};

describe('Esplora’s answers', () => {
  it('tell a transaction in a block, its money exact', () => {
    const read = transaction.parse(told);
    expect(read.vout[0]).toEqual({
      scriptpubkey: Uint8Array.from(Buffer.from(output.scriptpubkey, 'hex')),
      value: 2_100_000_000_000_000n,
    });
    expect(read).toMatchObject({
      txid,
      fee: 1_410n,
      status: { confirmed: true, block_height: 800_000n, block_hash: blockHash },
    });
    expect(addressTransactions.parse([told])).toEqual([read]);
    expect(height.parse(800_000)).toBe(800_000n);
    expect(blockTxids.parse([txid])).toEqual([txid]);
  });

  it('tell one that waits, with its block absent or null', () => {
    const nothing = { confirmed: false, block_height: null, block_hash: null, block_time: null };
    expect(status.parse(nothing)).toEqual({ confirmed: false });
    expect(status.parse({ confirmed: false })).toEqual({ confirmed: false });
  });

  it('tell who spent an output', () => {
    const spent = { spent: true, txid, vin: 0, status: confirmed };
    expect(outspends.parse([{ spent: false }, spent])).toMatchObject([
      { spent: false },
      { spent: true, txid, vin: 0 },
    ]);
  });

  it('tell what an address has', () => {
    expect(
      unspent.parse([{ txid, vout: 0, status: { confirmed: false }, value: 1_000 }]),
    ).toMatchObject([{ value: 1_000n }]);
    expect(rawTransaction.parse('0102')).toEqual(Uint8Array.of(1, 2));
  });

  it('tell fee rates, of which no decimal is lost', () => {
    const rates = feeEstimates.parse({ '1': 87.882, '144': 1.0001, '1008': 1 });
    expect([...rates]).toEqual([
      [1, 87_882n],
      [144, 1_001n],
      [1_008, 1_000n],
    ]);
  });

  it.each([
    [
      'an amount that JSON cannot carry',
      transaction,
      { ...told, vout: [{ ...output, value: 2 ** 53 }] },
    ],
    [
      'more than there is',
      transaction,
      { ...told, vout: [{ ...output, value: 2_100_000_000_000_001 }] },
    ],
    ['an amount as text', transaction, { ...told, fee: '1410' }],
    ['a fraction of a satoshi', transaction, { ...told, fee: 1.5 }],
    ['no status', transaction, { ...told, status: undefined }],
    [
      'a confirmation without its block',
      status,
      { confirmed: true, block_height: null, block_hash: null },
    ],
    ['a spend without who spent', outspend, { spent: true, status: confirmed }],
    [
      'an id in capitals',
      unspent,
      [{ txid: txid.toUpperCase(), vout: 0, status: confirmed, value: 1 }],
    ],
    ['a fee rate of nothing', feeEstimates, { '1': 0 }],
    ['a fee rate beyond reason', feeEstimates, { '1': 1e9 }],
    ['a transaction that is none', rawTransaction, 'Transaction not found'],
    ['no transaction', rawTransaction, ''],
    ['a refusal in the place of an id', id, 'sendrawtransaction RPC error'],
    ['a height below zero', height, -1],
  ])('are refused with %s', (_what, schema, answer) => {
    expect(schema.safeParse(answer).success).toBe(false);
  });
});

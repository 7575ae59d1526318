import { utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { type TronHand, type TronWallet, tronByHand } from './tron-by-hand.ts';

let sandbox: Sandbox;
let hand: TronHand;
let owner: TronWallet;
let stranger: string;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TRON'], blockIntervalMs: 100 });
  hand = tronByHand(sandbox.endpoints);
  owner = await hand.walletWith({ TRX: 1_000n, USDT: 10n });
  stranger = hand.wallet().address;
});
afterAll(() => sandbox?.close());

interface Draft {
  readonly from?: TronWallet;
  readonly signer?: TronWallet;
  readonly to?: string;
  readonly amount?: number;
  readonly refBlockHash?: string;
  readonly expiresInMs?: number;
}

/** A signed transfer of TRX, built without the node. */
async function draft({ from = owner, signer = from, to = stranger, amount = 1, ...header }: Draft) {
  const { blockID, block_header } = await hand.head();
  const { timestamp } = block_header.raw_data;
  const transaction = await from.web.transactionBuilder.sendTrx(to, amount, from.address, {
    blockHeader: {
      ref_block_bytes: blockID.slice(12, 16),
      ref_block_hash: header.refBlockHash ?? blockID.slice(16, 32),
      expiration: timestamp + (header.expiresInMs ?? 60_000),
      timestamp,
    },
  });
  const signature = utils.crypto.ECKeySign(
    Uint8Array.from(Buffer.from(transaction.txID, 'hex')),
    Uint8Array.from(Buffer.from(signer.web.defaultPrivateKey as string, 'hex')),
  );
  return { ...transaction, signature: [signature] };
}

async function refusal(signed: object): Promise<[code: string | undefined, message: string]> {
  const answer = await hand.broadcast(signed);
  expect(answer.result).toBeUndefined();
  return [answer.code, Buffer.from(answer.message ?? '', 'hex').toString()];
}

describe('the TRON node refuses', () => {
  it('a signature of somebody else, one that is damaged, none, and two', async () => {
    const foreign = hand.wallet();
    const [code, message] = await refusal(await draft({ signer: foreign }));
    expect([code, message]).toEqual([
      'SIGERROR',
      expect.stringContaining(`is signed by ${foreign.address} but it is not`),
    ]);
    const signed = await draft({});
    const [signature] = signed.signature as [string];
    for (const signatures of [
      [],
      [`${'ff'.repeat(64)}1b`],
      [signature.slice(2)],
      [signature, signature],
    ]) {
      expect((await refusal({ ...signed, signature: signatures }))[0]).toBe('SIGERROR');
    }
  });

  it('the same transaction again, before and after it is in a block', async () => {
    const signed = await draft({});
    const first = await hand.broadcast(signed);
    expect(first).toEqual({ result: true, txid: signed.txID });
    expect(await refusal(signed)).toEqual(['DUP_TRANSACTION_ERROR', 'Dup transaction.']);
    await hand.included(signed.txID);
    expect(await refusal(signed)).toEqual(['DUP_TRANSACTION_ERROR', 'Dup transaction.']);
  });

  it('the same transaction twice at the same moment', async () => {
    const signed = await draft({});
    const answers = await Promise.all([1, 2, 3, 4].map(() => hand.broadcast(signed)));
    expect(answers.filter(({ result }) => result)).toHaveLength(1);
    await hand.included(signed.txID);
    expect(await hand.balance('TRX', stranger)).toBe(2n);
  });

  it('what has expired, and what lives for more than a day', async () => {
    const expected = ['TRANSACTION_EXPIRATION_ERROR', 'Transaction expired'];
    expect(await refusal(await draft({ expiresInMs: -1 }))).toEqual(expected);
    expect(await refusal(await draft({ expiresInMs: 25 * 3_600_000 }))).toEqual(expected);
  });

  it('a reference to a block that is not on this chain', async () => {
    const expected = ['TAPOS_ERROR', 'Tapos check error.'];
    expect(await refusal(await draft({ refBlockHash: '0011223344556677' }))).toEqual(expected);
  });

  it('an account that does not exist', async () => {
    const nobody = hand.wallet();
    const expected = [
      'CONTRACT_VALIDATE_ERROR',
      `Contract validate error : account [${nobody.address}] does not exist`,
    ];
    expect(await refusal(await draft({ from: nobody }))).toEqual(expected);
  });

  it('more than the account has, and fees that it has not', async () => {
    const [code, message] = await refusal(await draft({ amount: 999_000_000 }));
    expect([code, message]).toEqual([
      'CONTRACT_VALIDATE_ERROR',
      expect.stringContaining('balance is not sufficient'),
    ]);
    const poor = await hand.walletWith({ TRX: 1n });
    expect(await refusal(await draft({ from: poor }))).toEqual([
      'BANDWITH_ERROR',
      'Account resource insufficient error.',
    ]);
    const call = {
      ...hand.transferOf('WTRX', stranger, 1n),
      signature: 'deposit()',
      arguments: [],
      callValue: '999000000',
    };
    expect((await refusal(await hand.sign(owner, call)))[1]).toContain('balance is not sufficient');
  });

  it('a call of what is no contract, and a plain transfer to what is one', async () => {
    const call = { ...hand.transferOf('USDT', stranger, 1n), to: stranger };
    expect((await refusal(await hand.sign(owner, call)))[1]).toContain(
      'No contract or not a valid smart contract',
    );
    const [, message] = await refusal(await draft({ to: hand.token('USDT') }));
    expect(message).toContain('Cannot transfer TRX to a smartContract.');
  });

  it('a fee limit above the largest', async () => {
    const call = hand.transferOf('USDT', stranger, 1n, 15_000_000_001);
    expect((await refusal(await hand.sign(owner, call)))[1]).toContain('feeLimit must be >= 0');
  });

  it('other contract types, such as a permission update', async () => {
    const permission = {
      type: 0,
      permission_name: 'owner',
      threshold: 1,
      keys: [{ address: owner.hex, weight: 1 }],
    };
    const active = {
      ...permission,
      type: 2,
      permission_name: 'active',
      operations: '7fff1fc0033e0300'.padEnd(64, '0'),
    };
    const { web } = owner;
    const update = await web.transactionBuilder.updateAccountPermissions(
      owner.address,
      permission,
      undefined,
      [active],
    );
    const [code, message] = await refusal(await web.trx.sign(update));
    expect([code, message]).toEqual([
      'CONTRACT_VALIDATE_ERROR',
      expect.stringContaining('Contract type 46'),
    ]);
  });

  it('an id that is not the transaction’s', async () => {
    const signed = await draft({});
    expect(await hand.broadcast({ ...signed, txID: 'ab'.repeat(32) })).toHaveProperty('Error');
  });
});

describe('the TRON node takes', () => {
  it('the bytes of a transaction, and says in text what it thinks of them', async () => {
    const signed = await draft({});
    const bytes = (hex: string) => Buffer.from(hex, 'hex');
    const varint = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
    const field = (number: number, content: Buffer) =>
      Buffer.concat([Uint8Array.of(number * 8 + 2, ...varint(content.length)), content]);
    const [signature] = signed.signature as [string];
    const whole = Buffer.concat([
      field(1, bytes(signed.raw_data_hex)),
      field(2, bytes(signature.replace(/^0x/, ''))),
    ]).toString('hex');
    const send = () => hand.node('wallet/broadcasthex', { transaction: whole });
    expect(await send()).toMatchObject({ result: true, code: 'SUCCESS', txid: signed.txID });
    await hand.included(signed.txID);
    expect(await send()).toMatchObject({
      result: false,
      code: 'DUP_TRANSACTION_ERROR',
      message: 'Dup transaction.',
    });
  });
});

import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  type TransactionInfo,
  type TronCall,
  type TronHand,
  type TronWallet,
  tronByHand,
} from './tron-by-hand.ts';

const TRANSFER_EVENT = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

let sandbox: Sandbox;
let hand: TronHand;
let owner: TronWallet;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TRON'], blockIntervalMs: 100 });
  hand = tronByHand(sandbox.endpoints);
  owner = await hand.walletWith({ TRX: 10_000n, USDT: 1_000n });
});
afterAll(() => sandbox?.close());

const textOf = (hex: string | undefined) => Buffer.from(hex ?? '', 'hex').toString();

describe('tronweb as shipped', () => {
  it('sends TRX and reads the receipt, and what it says was paid is gone', async () => {
    const before = await hand.balance('TRX', owner.address);
    const to = hand.wallet().address;
    const { txid, result } = await owner.web.trx.sendTransaction(to, 2_500_000);
    expect(result).toBe(true);
    const info = await hand.included(txid);
    expect(await hand.balance('TRX', to)).toBe(2_500_000n);
    expect(await hand.balance('TRX', owner.address)).toBe(before - 2_500_000n - BigInt(info.fee));
    expect(info).toMatchObject({ id: txid, fee: info.receipt.net_fee, contractResult: [''] });
    // As on java-tron, only contracts have a result.
    expect(info.receipt).not.toHaveProperty('result');
    expect(await owner.web.trx.getTransaction(txid)).toMatchObject({
      txID: txid,
      ret: [{ contractRet: 'SUCCESS' }],
    });
    await waitFor(async () =>
      expect(await owner.web.trx.getTransactionInfo(txid)).toMatchObject({ id: txid }),
    );
    expect(await owner.web.trx.getBalance(to)).toBe(2_500_000);
  });

  it('calls a TRC-20 token, whose event and result are in the receipt', async () => {
    const before = await hand.balance('TRX', owner.address);
    const to = hand.wallet();
    const contract = owner.web.contract(
      [
        {
          type: 'function',
          name: 'transfer',
          stateMutability: 'nonpayable',
          inputs: [
            { name: 'to', type: 'address' },
            { name: 'amount', type: 'uint256' },
          ],
          outputs: [{ name: '', type: 'bool' }],
        },
      ] as const,
      hand.token('USDT'),
    );
    const id = await contract.methods
      .transfer(to.address, 3_000_000)
      .send({ feeLimit: 50_000_000 });
    const info = await hand.included(id);
    const { receipt } = info;
    expect(receipt.result).toBe('SUCCESS');
    expect(info.result).toBeUndefined();
    expect(BigInt(`0x${info.contractResult[0]}`)).toBe(1n);
    expect(info.fee).toBe(receipt.energy_fee! + receipt.net_fee!);
    expect(receipt.energy_fee).toBe(receipt.energy_usage_total! * 210);
    expect(await hand.balance('TRX', owner.address)).toBe(before - BigInt(info.fee));
    expect(await hand.balance('USDT', to.address)).toBe(3_000_000n);
    const [log] = info.log!;
    expect(log!.topics[0]).toBe(TRANSFER_EVENT);
    expect(log!.topics[2]!.slice(24)).toBe(to.hex.slice(2));
    expect(log!.address).toHaveLength(40);
  });

  it('reads of every token what the sandbox says of it', async () => {
    const { nativeToken, tokens } = hand.chain;
    expect(nativeToken).toEqual({ symbol: 'TRX', decimals: 6 });
    for (const { address, decimals } of tokens) {
      const { constant_result: answer } =
        await owner.web.transactionBuilder.triggerConstantContract(
          address,
          'decimals()',
          {},
          [],
          owner.address,
        );
      expect(Number(`0x${answer?.[0]}`)).toBe(decimals);
    }
    expect(tokens.find(({ behaviour }) => behaviour === 'wrapped-native')).toMatchObject({
      symbol: 'WTRX',
      decimals: 6,
    });
  });

  it('plays a call, and what it needs is enough for it', async () => {
    const to = hand.wallet().address;
    const play = (amount: number) =>
      owner.web.transactionBuilder.triggerConstantContract(
        hand.token('USDT'),
        'transfer(address,uint256)',
        {},
        [
          { type: 'address', value: to },
          { type: 'uint256', value: amount },
        ],
        owner.address,
      );
    const { energy_used: energy } = await play(1_000);
    const info = await hand.send(owner, hand.transferOf('USDT', to, 1_000n, energy! * 210));
    expect(info.receipt).toMatchObject({ result: 'SUCCESS', energy_usage_total: energy });
    await expect(play(10 ** 15)).rejects.toThrow('REVERT');
  });

  it('reads blocks, by number and by id, each naming the one before', async () => {
    const { web } = owner;
    const block = await web.trx.getBlock('latest');
    const { number, parentHash, timestamp } = block.block_header.raw_data;
    expect(BigInt(`0x${block.blockID.slice(0, 16)}`)).toBe(BigInt(number));
    const parent = await web.trx.getBlockByNumber(number - 1);
    expect(parent.blockID).toBe(parentHash);
    expect(parent.block_header.raw_data.timestamp).toBeLessThan(timestamp);
    expect((await web.trx.getBlockByHash(block.blockID)).block_header.raw_data.number).toBe(number);
    // By the first one, users tell the chain from others.
    expect(hand.chain.genesis).toBe((await web.trx.getBlockByNumber(0)).blockID);
  });

  it('extends an expiration and adds a memo, and what it then signs lands with both', async () => {
    const { transactionBuilder, trx } = owner.web;
    const to = hand.wallet().address;
    const drafts = [
      await transactionBuilder.sendTrx(to, 2_000_000, owner.address),
      (
        await transactionBuilder.triggerSmartContract(
          hand.token('USDT'),
          'transfer(address,uint256)',
          { feeLimit: 50_000_000 },
          [
            { type: 'address', value: to },
            { type: 'uint256', value: 2_000_000 },
          ],
          owner.address,
        )
      ).transaction,
    ];
    for (const draft of drafts) {
      const extended = await transactionBuilder.extendExpiration(draft, 600);
      expect(extended.raw_data.expiration).toBe(draft.raw_data.expiration + 600_000);
      const noted = await transactionBuilder.addUpdateData(extended, 'invoice 17', 'utf8');
      expect(new Set([draft.txID, extended.txID, noted.txID]).size).toBe(3);

      const signed = await trx.sign(noted);
      expect(await trx.sendRawTransaction(signed)).toMatchObject({
        result: true,
        txid: noted.txID,
      });
      await hand.included(noted.txID);
      const { raw_data: landed } = await trx.getTransaction(noted.txID);
      expect(landed.expiration).toBe(draft.raw_data.expiration + 600_000);
      expect(textOf(landed.data as string)).toBe('invoice 17');
    }
    expect(await hand.balance('TRX', to)).toBe(2_000_000n);
    expect(await hand.balance('USDT', to)).toBe(2_000_000n);
  });

  it('reads what the signatures of a transaction are worth, and whose they are', async () => {
    const { transactionBuilder, trx } = owner.web;
    const stranger = hand.wallet();
    const draft = await transactionBuilder.sendTrx(stranger.address, 1, owner.address);
    const signed = await trx.sign(draft);
    const foreign = await stranger.web.trx.sign(
      await transactionBuilder.sendTrx(owner.address, 1, stranger.address),
    );

    const unsigned = await trx.getSignWeight(draft);
    expect(unsigned).toMatchObject({
      result: { code: 'NOT_ENOUGH_PERMISSION' },
      permission: {
        permission_name: 'owner',
        threshold: 1,
        keys: [{ address: owner.hex, weight: 1 }],
      },
      transaction: {
        result: { result: true },
        txid: draft.txID,
        transaction: { raw_data_hex: draft.raw_data_hex },
      },
    });
    expect(unsigned).not.toHaveProperty('current_weight');
    // As on java-tron, a code of zero (ENOUGH_PERMISSION, SUCCESS) is left out.
    expect(await trx.getSignWeight(signed)).toMatchObject({
      result: {},
      approved_list: [owner.hex],
      current_weight: 1,
    });
    expect(await trx.getApprovedList(signed)).toMatchObject({
      result: {},
      approved_list: [owner.hex],
    });
    expect(await trx.getSignWeight({ ...signed, signature: ['00'] } as typeof draft)).toMatchObject(
      {
        result: { code: 'SIGNATURE_FORMAT_ERROR' },
      },
    );
    expect(
      await trx.getSignWeight({ ...signed, signature: foreign.signature } as typeof draft),
    ).toMatchObject({
      result: { code: 'PERMISSION_ERROR', message: expect.stringContaining('is signed by') },
    });
    // Nobody has ever paid the stranger anything.
    expect(await trx.getSignWeight(foreign)).toMatchObject({
      result: { code: 'PERMISSION_ERROR', message: 'Account does not exist!' },
    });
    // Accounts have the owner's permission only.
    await expect(trx.multiSign(draft, undefined, 2)).rejects.toThrow(
      'Permission for this, does not exist!',
    );
    const { txID, signature } = await trx.multiSign(draft);
    expect({ txID, signature }).toEqual({ txID: draft.txID, signature: signed.signature });
  });

  it('is connected to both nodes', async () => {
    expect(await owner.web.isConnected()).toMatchObject({ fullNode: true, solidityNode: true });
  });

  it('reads what a transaction costs', async () => {
    const parameters = await owner.web.trx.getChainParameters();
    expect(parameters).toContainEqual({ key: 'getEnergyFee', value: 210 });
    const byteFee = parameters.find(({ key }) => key === 'getTransactionFee')!.value;
    const signed = await hand.sign(owner, hand.transferOf('USDT', hand.wallet().address, 1n));
    const { receipt } = await hand.included((await hand.broadcast(signed)).txid!);
    // What a wallet reserves for the bytes, of which 67 are the signature, is never too little.
    expect((signed.raw_data_hex.length / 2 + 67) * byteFee).toBeGreaterThan(receipt.net_fee!);
    const { txid, transaction } = await owner.web.trx.sendTransaction(hand.wallet().address, 1);
    const { fee } = await hand.included(txid);
    expect((transaction.raw_data_hex.length / 2 + 67) * byteFee).toBeGreaterThan(fee);
  });
});

describe('a contract call that fails', () => {
  it('is in a block, pays, and says FAILED', async () => {
    const before = await hand.balance('TRX', owner.address);
    const info = await hand.send(owner, hand.transferOf('USDT', hand.wallet().address, 10n ** 15n));
    expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } });
    expect(textOf(info.resMessage)).toBe('REVERT opcode executed');
    expect(info.log).toBeUndefined();
    expect(await hand.balance('TRX', owner.address)).toBe(before - BigInt(info.fee));
    const { ret } = await hand.node<{ ret: object[] }>('wallet/gettransactionbyid', {
      value: info.id,
    });
    expect(ret).toEqual([{ contractRet: 'REVERT' }]);
  });

  it('never burns more for energy than its fee limit', async () => {
    const info = await hand.send(
      owner,
      hand.transferOf('USDT', hand.wallet().address, 1n, 1_000_000),
    );
    expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } });
    expect(info.receipt.energy_fee).toBeLessThanOrEqual(1_000_000);
    expect(info.receipt.energy_fee).toBeGreaterThan(999_000);
  });
});

describe('native coin that a contract pays', () => {
  const unwrap = (amount: string): TronCall => ({
    to: hand.token('WTRX'),
    signature: 'withdraw(uint256)',
    arguments: [{ type: 'uint256', value: amount }],
    callValue: '0',
    feeLimit: 100_000_000,
  });

  it('is among the internal transactions', async () => {
    await hand.send(owner, {
      ...unwrap('0'),
      signature: 'deposit()',
      arguments: [],
      callValue: '7000000',
    });
    const before = await hand.balance('TRX', owner.address);
    const info = await hand.send(owner, unwrap('5000000'));
    expect(info.internal_transactions).toEqual([
      expect.objectContaining({
        transferTo_address: owner.hex,
        callValueInfo: [{ callValue: 5_000_000 }],
      }),
    ]);
    expect(await hand.balance('TRX', owner.address)).toBe(before + 5_000_000n - BigInt(info.fee));
  });

  it('is shown by a played call as well, with its events', async () => {
    const body = {
      owner_address: owner.address,
      contract_address: hand.token('WTRX'),
      function_selector: 'withdraw(uint256)',
      parameter: '1'.padStart(64, '0'),
      visible: true,
    };
    const played = await hand.node<
      Pick<TransactionInfo, 'internal_transactions'> & {
        logs: { address: string }[];
        result: object;
      }
    >('wallet/triggerconstantcontract', body);
    expect(played.result).toEqual({ result: true });
    expect(played.logs.map(({ address }) => address)).toEqual([hand.token('WTRX')]);
    expect(played.internal_transactions).toMatchObject([
      { transferTo_address: owner.address, callValueInfo: [{ callValue: 1 }] },
    ]);
  });
});

describe('the solidity node', () => {
  it('is a fixed number of blocks behind, in all that it tells', async () => {
    const stop = (mining: boolean) => hand.control('/chains/TRON', { mining });
    const to = hand.wallet().address;
    const { id, blockNumber } = await hand.send(owner, hand.transferOf('USDT', to, 5n));
    await stop(false);
    try {
      const head = (await hand.head()).block_header.raw_data.number;
      const solid = await hand.node<Awaited<ReturnType<TronHand['head']>>>(
        'walletsolidity/getnowblock',
      );
      expect(solid.block_header.raw_data.number).toBe(head - sandbox.endpoints.finalityDepth);
      const isSolid = blockNumber <= head - sandbox.endpoints.finalityDepth;
      expect((await hand.infoOf(id, 'walletsolidity')) !== undefined).toBe(isSolid);
      expect(await hand.node('walletsolidity/getblockbynum', { num: head })).toEqual({});
    } finally {
      await stop(true);
    }
    expect(await hand.included(id, 'walletsolidity')).toMatchObject({ id, blockNumber });
    const { constant_result: answer } = await hand.node<{ constant_result: [string] }>(
      'walletsolidity/triggerconstantcontract',
      {
        owner_address: to,
        contract_address: hand.token('USDT'),
        function_selector: 'balanceOf(address)',
        parameter: TronWeb.address.toHex(to).slice(2).padStart(64, '0'),
        visible: true,
      },
    );
    expect(BigInt(`0x${answer[0]}`)).toBe(5n);
  });
});

describe('what nobody has', () => {
  it.each([
    ['wallet/gettransactionbyid', { value: 'ab'.repeat(32) }],
    ['wallet/gettransactioninfobyid', { value: 'ab'.repeat(32) }],
    ['wallet/getblockbynum', { num: 10_000_000 }],
    ['wallet/getblockbyid', { value: 'ab'.repeat(32) }],
    ['wallet/getaccount', { address: `41${'ab'.repeat(20)}` }],
    ['wallet/getaccountresource', { address: `41${'ab'.repeat(20)}` }],
    ['wallet/getcontract', { value: `41${'ab'.repeat(20)}` }],
    ['wallet/getcontractinfo', { value: `41${'ab'.repeat(20)}` }],
  ])('%s answers with {}', async (path, body) => {
    expect(await hand.node(path, body)).toEqual({});
  });

  it('is an error where it is malformed', async () => {
    expect(await hand.node('wallet/getaccount', { address: owner.address })).toHaveProperty(
      'Error',
    );
    expect(await hand.node('wallet/gettransactionbyid', { value: 'xyz' })).toHaveProperty('Error');
    expect(await hand.node('wallet/broadcasttransaction', {})).toHaveProperty('Error');
  });
});

import { describe, expect, it } from 'vitest';
import { bitcoinAlone } from './bitcoin-alone.ts';
import { type Output, pay, segwitHand, taprootHand } from './bitcoin-by-hand.ts';

const bitcoin = bitcoinAlone({ finalityDepth: 4 });

/** Sends a transfer of one output. */
async function send(to: string, value: number, output: Output) {
  const change = output.value - value - 500;
  const transfer = pay({
    from: bitcoin.payer,
    outputs: [output],
    to: [
      { address: to, value },
      { address: bitcoin.payer.address, value: change },
    ],
  });
  expect(await bitcoin.node.send(transfer.toHex())).toEqual({
    status: 200,
    text: transfer.getId(),
  });
  return { transfer, change: { txid: transfer.getId(), vout: 1, value: change } };
}

describe("the Esplora interface of the sandbox's Bitcoin", () => {
  it('shows a transaction in the members that Esplora has', async () => {
    const to = taprootHand();
    const [output] = bitcoin.outputs;
    const { transfer } = await send(to.address, 40_000, output!);
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    const [signature, publicKey] = transfer.ins[0]!.witness.map(hex);
    const own = {
      scriptpubkey: hex(bitcoin.payer.script),
      scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${hex(bitcoin.payer.script).slice(4)}`,
      scriptpubkey_type: 'v0_p2wpkh',
      scriptpubkey_address: bitcoin.payer.address,
    };
    const foreign = {
      scriptpubkey: hex(to.script),
      scriptpubkey_asm: `OP_PUSHNUM_1 OP_PUSHBYTES_32 ${hex(to.script).slice(4)}`,
      scriptpubkey_type: 'v1_p2tr',
      scriptpubkey_address: to.address,
    };
    const shown = {
      txid: transfer.getId(),
      version: 2,
      locktime: 0,
      vin: [
        {
          txid: output!.txid,
          vout: output!.vout,
          prevout: { ...own, value: 100_000 },
          scriptsig: '',
          scriptsig_asm: '',
          witness: [signature, publicKey],
          is_coinbase: false,
          sequence: 0xffffffff,
        },
      ],
      vout: [
        { ...foreign, value: 40_000 },
        { ...own, value: 59_500 },
      ],
      size: transfer.byteLength(),
      weight: transfer.weight(),
      fee: 500,
    };
    expect(await bitcoin.node.json(`/tx/${transfer.getId()}`)).toEqual({
      ...shown,
      status: { confirmed: false },
    });
    await bitcoin.chain.blocks.mine(1);
    const block = bitcoin.chain.blockchain.tip();
    const status = {
      confirmed: true,
      block_height: block.height,
      block_hash: block.hash,
      block_time: block.time,
    };
    expect(await bitcoin.node.json(`/tx/${transfer.getId()}`)).toEqual({ ...shown, status });
    expect(await bitcoin.node.json(`/tx/${transfer.getId()}/status`)).toEqual(status);
    expect((await bitcoin.node.get(`/tx/${transfer.getId()}/hex`)).text).toBe(transfer.toHex());
    const raw = await fetch(`${bitcoin.chain.esploraUrl}/tx/${transfer.getId()}/raw`);
    expect(Buffer.from(await raw.arrayBuffer()).toString('hex')).toBe(transfer.toHex());
    expect(await bitcoin.node.json(`/tx/${output!.txid}/outspend/${output!.vout}`)).toEqual({
      spent: true,
      txid: transfer.getId(),
      vin: 0,
      status,
    });
    expect(await bitcoin.node.json(`/tx/${transfer.getId()}/outspends`)).toEqual([
      { spent: false },
      { spent: false },
    ]);
  });

  it('adds up what an address got and gave, in blocks and beside them', async () => {
    await send(segwitHand().address, 40_000, bitcoin.outputs[0]!);
    const stats = (funded: [number, number], spent: [number, number], count: number) => ({
      funded_txo_count: funded[0],
      funded_txo_sum: funded[1],
      spent_txo_count: spent[0],
      spent_txo_sum: spent[1],
      tx_count: count,
    });
    expect(await bitcoin.node.json(`/address/${bitcoin.payer.address}`)).toEqual({
      address: bitcoin.payer.address,
      chain_stats: stats([1, 100_000], [0, 0], 1),
      mempool_stats: stats([1, 59_500], [1, 100_000], 1),
    });
    await bitcoin.chain.blocks.mine(1);
    expect(await bitcoin.node.json(`/address/${bitcoin.payer.address}`)).toEqual({
      address: bitcoin.payer.address,
      chain_stats: stats([2, 159_500], [1, 100_000], 2),
      mempool_stats: stats([0, 0], [0, 0], 0),
    });
  });

  it('gives the history of an address in pages, the newest first', async () => {
    const { address } = segwitHand();
    const sent: string[] = [];
    let output = bitcoin.outputs[0]!;
    for (let count = 0; count < 30; count++) {
      const { transfer, change } = await send(address, 500, output);
      output = change;
      sent.unshift(transfer.getId());
      if (count < 28) await bitcoin.chain.blocks.mine(1);
    }
    const txids = async (path: string) =>
      ((await bitcoin.node.json(`/address/${address}/txs${path}`)) as { txid: string }[]).map(
        ({ txid }) => txid,
      );
    expect(await txids('')).toEqual(sent.slice(0, 27));
    expect(await txids('/mempool')).toEqual(sent.slice(0, 2));
    expect(await txids('/chain')).toEqual(sent.slice(2, 27));
    expect(await txids(`/chain/${sent[26]}`)).toEqual(sent.slice(27));
    expect(await txids(`/chain/${sent[29]}`)).toEqual([]);
  });

  it('shows blocks', async () => {
    const { transfer } = await send(segwitHand().address, 40_000, bitcoin.outputs[0]!);
    await bitcoin.chain.blocks.mine(1);
    const height = Number((await bitcoin.node.get('/blocks/tip/height')).text);
    const hash = (await bitcoin.node.get(`/block-height/${height}`)).text;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await bitcoin.node.get('/blocks/tip/hash')).text).toBe(hash);
    const previous = (await bitcoin.node.get(`/block-height/${height - 1}`)).text;
    expect(await bitcoin.node.json(`/block/${hash}`)).toMatchObject({
      id: hash,
      height,
      tx_count: 2,
      previousblockhash: previous,
      bits: 0x207fffff,
    });
    expect(await bitcoin.node.json(`/block/${hash}/txids`)).toEqual([
      expect.any(String),
      transfer.getId(),
    ]);
    expect(await bitcoin.node.json(`/block/${hash}/status`)).toEqual({
      in_best_chain: true,
      height,
      next_best: null,
    });
    expect(await bitcoin.node.json(`/block/${previous}/status`)).toEqual({
      in_best_chain: true,
      height: height - 1,
      next_best: hash,
    });
    expect((await bitcoin.node.get('/block-height/0')).text).toBe(
      '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    );
  });

  it('tells what waits and what to bid', async () => {
    const { transfer } = await send(segwitHand().address, 40_000, bitcoin.outputs[0]!);
    const size = transfer.virtualSize();
    expect(await bitcoin.node.json('/mempool')).toEqual({
      count: 1,
      vsize: size,
      total_fee: 500,
      fee_histogram: [[500 / size, size]],
    });
    const estimates = await bitcoin.node.json('/fee-estimates');
    expect(Object.keys(estimates as object)).toEqual([
      ...Array.from({ length: 25 }, (_, i) => `${i + 1}`),
      '144',
      '504',
      '1008',
    ]);
    await bitcoin.chain.blocks.mine(1);
  });

  it('answers in plain text what is not there, or was not asked rightly', async () => {
    const nowhere = '11'.repeat(32);
    const answers = [
      [`/tx/${nowhere}`, 404, 'Transaction not found'],
      [`/tx/${nowhere}/hex`, 404, 'Transaction not found'],
      [`/tx/${nowhere}/outspends`, 404, 'Transaction not found'],
      ['/tx/abc', 400, 'Invalid hex string'],
      [`/block/${nowhere}`, 404, 'Block not found'],
      ['/block-height/99999', 404, 'Block not found'],
      // Of the main network.
      [
        '/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4/utxo',
        400,
        'Address on invalid network',
      ],
      ['/address/nobody', 400, 'Invalid Bitcoin address'],
      ['/nothing', 404, 'endpoint does not exist "/nothing"'],
    ] as const;
    for (const [path, status, text] of answers)
      expect(await bitcoin.node.get(path)).toMatchObject({ status, text });
    // Of these it knows no difference between what is not there and what has not happened.
    expect(await bitcoin.node.json(`/tx/${nowhere}/status`)).toEqual({ confirmed: false });
    expect(await bitcoin.node.json(`/tx/${nowhere}/outspend/0`)).toEqual({ spent: false });
    expect((await bitcoin.node.get('/blocks/tip/height')).type).toContain('text/plain');
    expect((await bitcoin.node.get('/mempool')).type).toContain('application/json');
  });
});

import { networks, Psbt, script as scripts, type Transaction } from 'bitcoinjs-lib';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import type { BitcoinChainEndpoints, SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { waitFor } from '../support/wait-for.ts';
import { esploraClient, type Hand as Wallet } from './bitcoin-by-hand.ts';
import { served, serviceByHand, type Trade } from './service-by-hand.ts';

export interface BitcoinSwapAnswer {
  readonly transaction: { readonly psbt: string; readonly signInputs: readonly number[] };
  readonly estimate: {
    readonly destinationWeiAmount: string;
    readonly destinationWeiMinAmount: string;
  };
  readonly providerType: string;
  readonly swapType: 'on-chain' | 'cross-chain';
  readonly uniqueInfo: Readonly<Record<string, string>>;
}

export type BitcoinHand = ReturnType<typeof bitcoinHand>;

/** For conditions that hold soon, on a machine that may be busy. */
/** The native coin, as the router and the control server know it on most chains. */
const NATIVE = `0x${'0'.repeat(40)}`;

/**
 * Plain calls to a sandbox's Bitcoin, as a person with bitcoinjs-lib would make them; shares no
 * code with the sandbox.
 */
export function bitcoinHand(endpoints: SandboxEndpoints) {
  const chain = endpoints.chains.BITCOIN as BitcoinChainEndpoints;
  const node = esploraClient(chain.esploraUrls[0]!);

  const { router, control, tokenOn, baseUnits, fund: fundOn, tradeBody } = serviceByHand(endpoints);

  /** Gives a wallet one coin. @param amount in BTC */
  const fund = ({ address }: Pick<Wallet, 'address'>, amount: string) =>
    fundOn('BITCOIN', 'BTC', address, amount);

  /** Quote and swap data. */
  const prepare = async (trade: Trade, wallet: Wallet): Promise<BitcoinSwapAnswer> => {
    const body = tradeBody(trade, wallet.address);
    const { id } = served<{ id: string }>(await router('/api/routes/quoteBest', body));
    return served(await router('/api/routes/swap', { ...body, id }));
  };

  /** Sends a transaction and waits until a block has it. */
  const land = async (transaction: Transaction): Promise<string> => {
    const sent = await node.send(transaction.toHex());
    if (sent.status !== 200) throw new Error(`not taken: ${sent.text}`);
    await waitFor(async () => {
      const status = (await node.json(`/tx/${sent.text}/status`)) as { confirmed: boolean };
      if (!status.confirmed) throw new Error('not confirmed');
    });
    return sent.text;
  };

  const execute = async (trade: Trade, wallet: Wallet) => {
    const answer = await prepare(trade, wallet);
    return { answer, txid: await land(signedBy(wallet, answer.transaction)) };
  };

  const status = async (
    srcTxHash: string,
  ): Promise<{ status: string; destinationTxHash: string | null }> =>
    served(await router(`/api/info/statusExtended?srcTxHash=${srcTxHash}`));
  const settled = (srcTxHash: string, until = 'SUCCESS'): Promise<string | null> =>
    waitFor(async () => {
      const found = await status(srcTxHash);
      if (found.status !== until) throw new Error(`${srcTxHash} is ${found.status}`);
      return found.destinationTxHash;
    });

  const orders = async () =>
    served<{
      orders: Readonly<Record<string, string | null>>[];
      unattributedDeposits: Readonly<Record<string, string>>[];
    }>(await control('/orders'));

  return {
    chain,
    node,
    router,
    control,
    tokenOn,
    baseUnits,
    fund,
    tradeBody,
    prepare,
    land,
    execute,
    status,
    settled,
    orders,
    orderOf: async (sourceTx: string) =>
      (await orders()).orders.find((one) => one.sourceTx === sourceTx)!,
    /** What somebody says of a trade from Bitcoin that went well. */
    routeOf: (
      trade: Trade,
      wallet: Wallet,
      { answer, txid }: Awaited<ReturnType<typeof execute>>,
    ) =>
      ({
        kind: answer.swapType,
        provider: answer.providerType,
        account: wallet.address,
        from: 'BITCOIN',
        fromToken: NATIVE,
        to: trade.to,
        toToken: tokenOn(trade.to, trade.toToken),
        receiver: trade.receiver,
        amountIn: `${baseUnits('BITCOIN', 'BTC', trade.amount)}`,
        amountOut: answer.estimate.destinationWeiAmount,
        minOut: answer.estimate.destinationWeiMinAmount,
        sourceTx: txid,
        destinationTx: null,
      }) satisfies AuditRoute,
    /** In satoshis, of blocks and of what waits. */
    balance: async (address: string): Promise<bigint> =>
      (await node.unspent(address)).reduce((sum, { value }) => sum + BigInt(value), 0n),
  };
}

export function readPsbt(psbt: string): Psbt {
  return Psbt.fromBase64(psbt, { network: networks.regtest });
}

/** Signs what the router wants signed. Whose address is taproot's knows its internal key. */
export function signedBy(
  { signer, internalKey }: Wallet,
  { psbt: text, signInputs }: BitcoinSwapAnswer['transaction'],
): Transaction {
  const psbt = readPsbt(text);
  for (const index of signInputs) {
    if (internalKey !== undefined) psbt.updateInput(index, { tapInternalKey: internalKey });
    psbt.signInput(index, signer);
  }
  return psbt.finalizeAllInputs().extractTransaction();
}

/** What the one output says that carries data. */
export function memoOf(outputs: readonly { readonly script: Uint8Array }[]): string {
  const memos = outputs.filter(({ script }) => script[0] === 0x6a);
  const [, data] = scripts.decompile(memos[0]!.script)!;
  if (memos.length !== 1 || typeof data === 'number') throw new Error('There is not one memo.');
  return Buffer.from(data!).toString();
}

import * as ecc from '@bitcoinerlab/secp256k1';
import { crypto, initEccLib, networks, Psbt, payments, toXOnly } from 'bitcoinjs-lib';
import { hexToBytes } from 'viem';
import { z } from 'zod';
import type { BitcoinChainEndpoints } from '../../../sandbox/endpoints.ts';
import { bitcoinNativeToken } from '../../../src/families/bitcoin/formats/chain.ts';
import { ask, readTipHeight } from './esplora.ts';
import type { ChainHistory, RunChain, RunWallet, Waiting, Wallets } from './run-chain.ts';

initEccLib(ecc);
const network = networks.regtest;

const satoshis = z.int().nonnegative().transform(BigInt);
const output = z.object({ scriptpubkey_address: z.string().optional(), value: satoshis });
const transaction = z.object({
  txid: z.string(),
  vin: z.array(z.object({ prevout: output.nullable() })),
  vout: z.array(output),
});
const coin = z.object({
  txid: z.string(),
  vout: z.int(),
  value: satoshis,
  status: z.object({ confirmed: z.boolean() }),
});
const sums = z.object({
  chain_stats: z.object({ funded_txo_sum: satoshis, spent_txo_sum: satoshis }),
});

type Transaction = z.output<typeof transaction>;
type Coin = z.output<typeof coin>;
type Owned = Pick<RunWallet, 'name' | 'address'>;

/**
 * Of what a stranger sends, in satoshis: more than a node wants, and than the network asks for
 * while nothing stalls.
 */
const strangersFee = 2_000n;
const coinWithin = 20_000;

/**
 * Reads the history of each wallet's address through Esplora's HTTP interface. What moved is told
 * by inputs and outputs.
 */
export function bitcoinRunChain(name: 'BITCOIN', { esploraUrls }: BitcoinChainEndpoints): RunChain {
  const url = esploraUrls[0] ?? '';
  return {
    name,
    family: 'bitcoin',
    async readHistory(wallets) {
      const history: ChainHistory = { outgoing: [], incoming: [], approvals: [], accounts: [] };
      for (const wallet of ownedBy(wallets)) {
        for (const found of await readIncluded(url, wallet)) {
          const seen = { chain: name, wallet: wallet.name, txId: found.txid };
          const brought = found.vout
            .filter((one) => isOf(wallet, one))
            .reduce((sum, { value }) => sum + value, 0n);
          if (isFrom(wallet, found)) {
            const paid = paidIn(found, wallet);
            history.outgoing.push({ ...seen, succeeded: true, paid, deposits: [], fetched: [] });
          } else history.incoming.push({ ...seen, token: bitcoinNativeToken, amount: brought });
        }
      }
      return history;
    },
    async balanceOf(account) {
      const { chain_stats } = await ask(url, `address/${account}`, sums);
      return chain_stats.funded_txo_sum - chain_stats.spent_txo_sum;
    },
    async readWaiting(wallets) {
      const waiting = await Promise.all(
        ownedBy(wallets).map(async (wallet) => {
          const held = await ask(
            url,
            `address/${wallet.address}/txs/mempool`,
            z.array(transaction),
          );
          const own = held.filter((one) => isFrom(wallet, one));
          return own.map(
            ({ txid }): Waiting => ({ wallet: wallet.name, what: txid, isNext: true }),
          );
        }),
      );
      return waiting.flat();
    },
    readHeight: async () => BigInt(await readTipHeight(url)),
    async sendFrom(wallet) {
      const deadline = Date.now() + coinWithin;
      for (;;) {
        const coins = await ask(url, `address/${wallet.address}/utxo`, z.array(coin));
        const own = coins.find(
          ({ status, value }) => status.confirmed && value > 2n * strangersFee,
        );
        const refusal = own
          ? await send(url, spendToItself(wallet, own))
          : 'its coins are all on their way';
        if (typeof refusal === 'object') return refusal.txId;
        // Ferryman may have been faster with the coin.
        if (Date.now() > deadline)
          throw new Error(`a stranger's transaction is not taken: ${refusal}`);
      }
    },
  };
}

function ownedBy(wallets: Wallets): Owned[] {
  return wallets.filter(({ family }) => family === 'bitcoin');
}

function isOf({ address }: Owned, { scriptpubkey_address }: z.output<typeof output>): boolean {
  return scriptpubkey_address === address;
}

function isFrom(wallet: Owned, { vin }: Transaction): boolean {
  return vin.some(({ prevout }) => prevout !== null && isOf(wallet, prevout));
}

/**
 * All that does not come back to the wallet, as one amount: what is added to a payment is an amount
 * that no job has.
 */
function paidIn({ vout }: Transaction, wallet: Owned): { token: string; amount: bigint }[] {
  const amount = vout
    .filter((one) => !isOf(wallet, one))
    .reduce((sum, { value }) => sum + value, 0n);
  return amount === 0n ? [] : [{ token: bitcoinNativeToken, amount }];
}

/** All transactions in blocks that pay to or from an address, page by page from the newest on. */
async function readIncluded(url: string, { address }: Owned): Promise<Transaction[]> {
  const found: Transaction[] = [];
  for (let last = ''; ; ) {
    const page = await ask(url, `address/${address}/txs/chain${last}`, z.array(transaction));
    found.push(...page);
    const oldest = page.at(-1);
    if (!oldest) return found;
    last = `/${oldest.txid}`;
  }
}

async function send(url: string, hex: string): Promise<{ txId: string } | string> {
  const answer = await fetch(`${url}/tx`, { method: 'POST', body: hex });
  const said = await answer.text();
  return answer.ok ? { txId: said } : said;
}

/** Whichever of a key's two accounts the wallet is. */
function spendToItself({ address, secret }: RunWallet, { txid, vout, value }: Coin): string {
  const key = hexToBytes(secret);
  const publicKey = ecc.pointFromScalar(key, true);
  if (!publicKey) throw new TypeError('the secret is no key');
  const internalPubkey = toXOnly(publicKey);
  const segwit = payments.p2wpkh({ pubkey: publicKey, network });
  const taproot = payments.p2tr({ internalPubkey, network });
  const psbt = new Psbt({ network });
  const isTaproot = taproot.address === address;
  const { output: script } = isTaproot ? taproot : segwit;
  if (!script || (!isTaproot && segwit.address !== address))
    throw new TypeError(`${address} is of another key`);
  psbt.addInput({
    hash: txid,
    index: vout,
    witnessUtxo: { script, value },
    ...(isTaproot ? { tapInternalKey: internalPubkey } : {}),
  });
  psbt.addOutput({ address, value: value - strangersFee });
  const signer = isTaproot
    ? taprootSigner(key, publicKey)
    : { publicKey, sign: (hash: Uint8Array) => ecc.sign(hash, key) };
  return psbt.signAllInputs(signer).finalizeAllInputs().extractTransaction().toHex();
}

/** By the key path alone (BIP-86). */
function taprootSigner(key: Uint8Array, publicKey: Uint8Array) {
  const even = publicKey[0] === 3 ? ecc.privateNegate(key) : key;
  const tweaked = ecc.privateAdd(even, crypto.taggedHash('TapTweak', toXOnly(publicKey)));
  const own = tweaked && ecc.pointFromScalar(tweaked, true);
  if (!tweaked || !own) throw new TypeError('the key has no taproot form');
  return {
    publicKey: own,
    sign: (hash: Uint8Array) => ecc.sign(hash, tweaked),
    signSchnorr: (hash: Uint8Array) => ecc.signSchnorr(hash, tweaked),
  };
}

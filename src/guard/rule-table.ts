import type { Finding } from '../ports/guard.ts';

/** What a rule is for. What exactly it demands is the comment above its code. */
export interface RuleFacts {
  /** What it protects, in a few words. */
  title: string;
  /** The attack or fault that passes without it. */
  why: string;
  /** Standard, documentation or incident behind it. */
  source: string;
  /** Which part applies it. */
  by: RulePart;
  /** What its findings lead to. */
  severities: readonly Finding['severity'][];
  /** It compares the bytes with a simulation, or with code that a node shows. */
  needsSimulation?: true;
}

/**
 * `judge`: on the exact bytes, before each signature. `router`: on the routing service's transport
 * and answers. `submission`: on the job. `decoder`: when the bytes are read. `journal`: in the
 * transactions that lease and commit. `adapter`: when the bytes are built, signed or sent.
 */
export type RulePart = 'judge' | 'router' | 'submission' | 'decoder' | 'journal' | 'adapter';

const rejects = ['reject'] as const;
const holds = ['reject', 'hold'] as const;

/** The rules by id. `ferryman guard explain` and docs/reference/findings.md show them. */
export const ruleTable: Readonly<Record<string, RuleFacts>> = {
  G01: rule('router', 'Transport to the routing service', {
    why: 'An attacker with its domain, its DNS or a certificate authority could answer in its place.',
    source:
      'RFC 9110 (redirects), RFC 7469 (pins); the hijack of a bridge’s domain by BGP in 2022 had a valid certificate',
  }),
  G02: rule('router', 'Size of answers', {
    why: 'An endless or deeply nested answer stops the process that signs.',
    source: 'RFC 8259, section 9: a parser may limit size and depth',
  }),
  G03: rule('router', 'Shape of answers', {
    why: 'Two readers of one ambiguous answer see two transactions: members twice, members of another family, members that steer the signer.',
    source: 'RFC 8259, section 4 (names should be unique); RFC 7493 (I-JSON)',
  }),
  G04: rule('router', 'Form of numbers', {
    why: 'A number in another notation or with more decimals than the token is another amount.',
    source: 'EIP-20 (decimals); ECMA-262 (numbers above 2^53 are not exact)',
  }),
  G05: rule('router', 'Form of addresses', {
    why: 'A mistyped or foreign address takes the money, and nothing brings it back.',
    source: 'EIP-55; BIP-173 and BIP-350; TEP-2; Base58Check',
  }),
  G06: rule('judge', 'The answer belongs to the job', {
    why: 'An answer to another request, of a forbidden provider, or with a minimum below the quote’s.',
    source: 'the routing interface, which echoes each request',
    severities: ['reject', 'requote'],
  }),
  G07: rule('judge', 'An independent price floor', {
    why: 'The routing service’s minimum is its own word: a quote of 1 wei would be accepted.',
    source: 'sandwich attacks on swaps without a minimum; Chainlink data feeds',
    severities: ['reject', 'requote', 'hold'],
  }),
  G08: rule('judge', 'The token is the token', {
    why: 'A token with a known symbol at another address, or with other decimals.',
    source: 'EIP-20: symbol and decimals are claims of the contract',
    severities: holds,
  }),
  G09: rule('journal', 'Caps', {
    why: 'One honest-looking swap is small. Without caps their number is not.',
    source: 'limits of amount by transaction, hour and day, as custodians enforce them',
    severities: ['hold'],
  }),
  G10: rule('judge', 'Who is paid, and by whom', {
    why: 'A receiver, refund address or provider that the operator did not agree to.',
    source: 'law 10: a person admits what is new',
    severities: holds,
  }),
  G11: rule('judge', 'The bytes are the decided transaction', {
    why: 'Something between decision and signature changes target, data or value.',
    source: 'second decoding of the exact bytes',
  }),
  G12: rule('judge', 'Closed world', {
    why: 'Calldata that reads well may still move other assets, or give others control over them.',
    source:
      'execution-apis (`eth_simulateV1`), Solana `simulateTransaction`, java-tron `triggerconstantcontract`',
    needsSimulation: true,
  }),
  G13: rule('judge', 'The job is what was submitted', {
    why: 'An attacker who writes to the database or the queue could change a job’s receiver.',
    source: 'RFC 8032 (Ed25519), RFC 8785 (canonical JSON)',
    severities: holds,
  }),
  G14: rule('judge', 'Warnings of the routing service', {
    why: 'A warning that no person reads, or a price impact that eats the amount.',
    source: 'the routing interface: `warnings`, `priceImpact`',
    severities: ['reject', 'requote', 'hold'],
  }),
  G15: rule('judge', 'Approvals of payments', {
    why: 'One person, or one taken-over process, pays out alone what a treasury wants two to see.',
    source:
      'W3C Web Authentication, section 7.2 (verifying an assertion); the four-eyes principle of ISO/IEC 27002 (segregation of duties)',
    severities: ['reject', 'requote', 'hold'],
  }),
  E01: rule('judge', 'Envelope', {
    why: 'Another chain, another transaction type, a delegation of the account.',
    source: 'EIP-155, EIP-1559, EIP-2930, EIP-4844, EIP-7702',
  }),
  E02: rule('judge', 'Called contract', {
    why: 'A call of a token gives away balances, and a replaced contract does what its new code says.',
    source:
      'EIP-1967, EIP-1167 (proxies); an aggregator’s router was allowed to call tokens in 2022',
    severities: holds,
    needsSimulation: true,
  }),
  E03: rule('judge', 'Called function and its arguments', {
    why: 'The right contract with the attacker as receiver in the calldata.',
    source: 'Solidity ABI specification; ERC-7730',
    severities: holds,
  }),
  E04: rule('judge', 'Own allowances', {
    why: 'An open allowance is taken years later, when the spender’s contract is broken.',
    source: 'EIP-20 (`approve`, and its race); allowances taken from users of several aggregators',
    severities: holds,
    needsSimulation: true,
  }),
  E05: rule('decoder', 'No typed data', {
    why: 'A signed permit moves tokens without a transaction.',
    source: 'EIP-712, EIP-2612, Permit2',
  }),
  E06: rule('judge', 'Native coins sent', {
    why: 'A declared fee can be the whole balance.',
    source: 'the routing interface: fixed fees',
  }),
  E07: rule('judge', 'Network fee', {
    why: 'A fee that goes to the producer of the block.',
    source: 'EIP-1559; each chain’s caps in docs/reference/chains.md',
    severities: ['reject', 'requote'],
  }),
  E08: rule('judge', 'Gas limit', {
    why: 'An endpoint that estimates any gas, or a fee beside gas that nothing counted.',
    source: 'EIP-7825; OP Stack specification (L1 fee, operator fee); docs/reference/chains.md',
    severities: ['reject', 'requote'],
  }),
  T01: rule('judge', 'One contract call', {
    why: 'Permission updates and delegations are transactions too.',
    source: 'java-tron: `Transaction.Contract.ContractType`',
  }),
  T02: rule('judge', 'Bytes built here', {
    why: 'A node or router that returns `raw_data_hex` may return another transaction.',
    source: 'java-tron: `triggersmartcontract`; the id is the hash of `raw_data`',
  }),
  T03: rule('judge', 'Called function on TRON', {
    why: 'As E03.',
    source: 'TVM ABI; TRC-20',
    severities: holds,
    needsSimulation: true,
  }),
  T04: rule('judge', 'Fee limit', {
    why: 'Energy that is burnt up to the limit.',
    source: 'java-tron: `fee_limit`, at most 15,000 TRX',
    severities: ['reject', 'requote'],
  }),
  T05: rule('judge', 'Coins sent on TRON', {
    why: 'As E06. No TRC-10.',
    source: 'java-tron: `call_value`',
  }),
  T06: rule('adapter', 'Expiration and reference block', {
    why: 'A transaction that stays valid for a day could land after its order is dead.',
    source: 'java-tron: `ref_block_bytes`, `expiration`',
  }),
  N01: rule('judge', 'Wallet message', {
    why: 'A send mode that carries the whole balance, or a message that never expires.',
    source: 'TON wallet contracts v4r2 and v5r1; TEP-467',
  }),
  N02: rule('judge', 'Destinations on TON', {
    why: 'Coins to an address of another network or workchain, or to one that bounces them.',
    source: 'TEP-2; TON documentation on bounceable addresses',
  }),
  N03: rule('judge', 'Coins sent on TON', {
    why: 'As E06.',
    source: 'TON documentation: messages and gas',
  }),
  N04: rule('judge', 'Bodies of messages', {
    why: 'A body that a contract obeys only for its owner, or that names another receiver.',
    source: 'TEP-74, TEP-62',
    severities: holds,
  }),
  N05: rule('judge', 'Jetton transfers', {
    why: 'A false jetton wallet, a larger amount, or excess coins for another account.',
    source: 'TEP-74; TEP-89 (`get_wallet_address`)',
    severities: holds,
    needsSimulation: true,
  }),
  N06: rule('judge', 'Code that a message brings along', {
    why: 'Deploying unknown code with our coins.',
    source: 'TON: `StateInit`',
  }),
  N07: rule('decoder', 'Form of cells', {
    why: 'Cells that other readers read otherwise.',
    source: 'TON: bag of cells',
  }),
  N08: rule('judge', 'Shared messages', {
    why: 'One message batch that does more than its swaps.',
    source: 'decision 51 of docs/decisions',
  }),
  B01: rule('decoder', 'Form of the PSBT', {
    why: 'Fields that change what is signed.',
    source: 'BIP-174, BIP-370',
  }),
  B02: rule('judge', 'Inputs', {
    why: 'Coins of other swaps, or inputs whose owner we do not know.',
    source: 'BIP-174; BIP-125',
  }),
  B03: rule('decoder', 'Signature hashes', {
    why: 'A signature that does not cover the outputs signs any outputs.',
    source: 'BIP-143, BIP-341',
  }),
  B04: rule('adapter', 'Amounts of inputs', {
    why: 'An understated input is an overpaid fee.',
    source: 'the fee attack on segwit signers of 2020; BIP-174 (`non_witness_utxo`)',
  }),
  B05: rule('judge', 'Outputs', {
    why: 'Change for another account, or a vault that gets less.',
    source: 'BIP-44 (change), the memo formats of deposit protocols',
    severities: holds,
  }),
  B06: rule('judge', 'Fee on Bitcoin', {
    why: 'A forgotten change output is a fee.',
    source: 'Bitcoin Core: `maxfeerate`; BIP-125',
    severities: ['reject', 'requote'],
    needsSimulation: true,
  }),
  B07: rule('judge', 'Scripts', {
    why: 'A script that others can spend.',
    source: 'BIP-141, BIP-341',
  }),
  B08: rule('judge', 'Finality', {
    why: 'Locked, unconfirmed, inscribed or rare coins.',
    source: 'BIP-68, BIP-113; ordinals',
    severities: ['reject', 'requote', 'hold'],
    needsSimulation: true,
  }),
  B09: rule('adapter', 'After signing', {
    why: 'A signed transaction that no node takes keeps the coins.',
    source: 'Bitcoin Core: `testmempoolaccept`',
  }),
  S01: rule('decoder', 'Form of the message', {
    why: 'Bytes that others read otherwise.',
    source: 'Solana: versioned messages, at most 1,232 bytes',
  }),
  S02: rule('judge', 'Signers', {
    why: 'Another signer completes the transaction later, or pays less than it takes.',
    source: 'Solana: message header',
    severities: holds,
  }),
  S03: rule('judge', 'Lookup tables', {
    why: 'A table whose entries change after the simulation.',
    source: 'Solana: address lookup table program',
    needsSimulation: true,
  }),
  S04: rule('judge', 'Programs', {
    why: 'What an unknown program may do cannot be read from its call.',
    source: 'Solana: cross-program invocation',
    severities: holds,
    needsSimulation: true,
  }),
  S05: rule('judge', 'System program', {
    why: 'Coins sent, accounts assigned, nonces advanced.',
    source: 'Solana: system program',
    severities: holds,
  }),
  S06: rule('judge', 'Token programs', {
    why: 'Delegates and authorities outlive the swap.',
    source: 'SPL Token and Token-2022: instructions',
    severities: holds,
  }),
  S07: rule('judge', 'Extensions of tokens', {
    why: 'A mint whose owner can take, freeze or tax what was bought.',
    source: 'SPL Token-2022: extensions',
    needsSimulation: true,
  }),
  S08: rule('judge', 'Expiry', {
    why: 'A durable nonce keeps a transaction valid for years.',
    source: 'Solana: blockhash lifetime, durable nonces',
  }),
  S09: rule('judge', 'Priority fee', {
    why: 'A price per compute unit is a payment to the leader.',
    source: 'Solana: compute budget program',
    severities: ['reject', 'requote'],
  }),
  S10: rule('judge', 'Destination accounts', {
    why: 'A token account that only looks like the receiver’s.',
    source: 'SPL associated token account',
    needsSimulation: true,
  }),
  D01: rule('judge', 'Deposit address', {
    why: 'Coins to a token, to a burn address, or to the wallet itself.',
    source: 'decision 94 of docs/decisions',
    severities: holds,
    needsSimulation: true,
  }),
  D02: rule('judge', 'Deposit amount', {
    why: 'A provider keeps what is paid beyond its order.',
    source: 'the routing interface: `amountToSend`',
  }),
  D03: rule('judge', 'Memo', {
    why: 'A deposit to a pooled address without its memo counts for another customer.',
    source: 'the memo conventions of exchanges; TEP comment messages',
    severities: holds,
  }),
  D04: rule('judge', 'One order, one deposit', {
    why: 'Two swaps that pay one order lose one payment.',
    source: 'the routing interface: `exchangeId`',
  }),
  D05: rule('judge', 'Plain payment', {
    why: 'A deposit is not followed by a contract: only caps bound it.',
    source: 'decision 94 of docs/decisions',
    severities: holds,
    needsSimulation: true,
  }),
  DECODE: rule('judge', 'Readable bytes', {
    why: 'Bytes that the guard cannot read, or a step that the family never takes.',
    source: 'the family’s decoder: encoding the result again must give the same bytes',
  }),
};

function rule(
  by: RulePart,
  title: string,
  {
    severities = rejects,
    ...facts
  }: Pick<RuleFacts, 'why' | 'source'> & Partial<Pick<RuleFacts, 'severities' | 'needsSimulation'>>,
): RuleFacts {
  return { title, by, severities, ...facts };
}

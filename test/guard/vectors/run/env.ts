import { CannotBuild, type Env } from './vector.ts';

/*
 * What a vector says of the outside world. Names are compared without case and punctuation, since
 * vectors spell one fact in several ways. A member that nothing reads would let a vector pass by
 * accident: it cannot be built.
 */

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

const time = '(?:ms|millis(?:econds)?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?)?';
const lasting = (stem: string): RegExp => new RegExp(`^(?:${stem})(?<unit>${time})$`);

/** Members by what they tell. */
const members = {
  quoteAge: lasting('quoteage|answerage'),
  orderAge: lasting(
    'orderage|exchange(?:id)?age|depositage|age|fetch(?:ed)?(?:age|ago)|(?:order|deposit)(?:fetched)?ago',
  ),
  simulationAge: lasting('sim(?:ulation)?age|simulated(?:age|ago)'),
  priceAge: lasting('(?:own)?(?:price|feed)s?age'),
  prices: /^(?:feeds?|pricefeeds?|prices?|ownprice|feeda|feedb)$/,
  ownUsd: /^ownusd$/,
  caps: /^(?:(?:per)?txcapusd|capusd|pertxusd|maxusdpertx|(?:hour|hourly|day|daily|deposit)capusd|(?:hourly)?countcap|maxperhour)$/,
  killSwitch: /^(?:kill(?:switch)?|stop(?:ped)?|signingstopped|paused|halted)$/,
  used: /^(?!\w*(?:cap|limit|max))(?!ledgerstate$)(?:ledger\w*|\w*(?:spent|used)\w*usd\w*|\w*(?:spent|used)(?:today|day|hour)?|(?:daily|hourly|day|hour)\w*(?:usd|count|volume)|(?!parallel|concurrent)\w*(?<!ac)count\w*|(?:jobs|payments|transactions|txs)\w*)$/,
  parallel: /^(?:parallel|concurrent)\w*$/,
  simulation: /^sim(?:ulation)?$/,
  otherSimulation: /^(?:simrealistic|simnaive|sim2|sima|simb|secondrpc|rpc2|rpca|rpcb)$/,
  mutated: /^mutatebeforesign$/,
  token: /^token$/,
  decimals: /^(?:onchain|token|chain)?decimals$/,
  allowance: /^(?:residual)?allowance$/,
  exchange: /^(?:\w*exchange\w*|seen\w*|used\w*)$/,
  firstUse: /^(?:canary\w*|firstuse|firstpayment|firstdeposit)$/,
  submitter: /^submitter$/,
  approver: /^approver$/,
  ledgerState: /^(?:ledger|job|intent)state$/,
  now: /^now(?:ms)?$/,
  otherJob: /^otherjob(?:id)?$/,
  intentSeen: /^(?:intent|job)(?:id)?(?:seen|used)$/,
  // EVM
  gas: /^(?:estimategas|gasestimate|gaslimit)$/,
  baseFee: /^basefee(?<unit>gwei|wei|pergas)?$/,
  gasPrice: /^gasprice(?<unit>gwei|wei)?$/,
  tip: /^(?:maxpriorityfee(?:pergas)?|priorityfee|tip)(?<unit>gwei|wei)?$/,
  chainId: /^(?:eth)?chainid$/,
  code: /^code$/,
  codeHash: /^(?:proxy)?codehash$/,
  implementationHash: /^impl(?:ementation)?(?:codehash|hash|address)?$/,
  // TRON
  nodeTx: /^nodetx$/,
  expiration: lasting('expiration|expiry|expires'),
  feeLimit: /^feelimit$/,
  energy: /^energy(?:estimate|fee)?(?:trx)?$/,
  raw: /^raw$/,
  // TON
  accountStates: /^(?:get)?(?:account|destination)(?:account)?states?$/,
  jettonWallet: /^(?:getwalletaddress|(?:own)?jettonwallet(?:address)?|walletaddress)$/,
  seqno: /^(?:wallet)?seqno$/,
  validUntil: /^validuntil$/,
  validFor: lasting('valid(?:until|for|ity)'),
  sendMode: /^sendmode$/,
  // Solana
  mint: /^(?:(?:src|source)?(?:mint|token)(?:account)?|mintextensions|extensions)$/,
  blockhash: /^(?:is)?blockhash(?:valid|state|status)?$/,
  lookupTable: /^(?:alt|lookuptable)$/,
  postState: /^(?:poststate|postaccounts?)$/,
  // Bitcoin
  feeRate: /^(?:btc)?(?:feeestimate|feerate|estimatedfee|estimatedrate)(?:satvb|satpervb|sat)?$/,
  confirmations: /^(?:utxo)?confirmations$/,
  coins: /^(?:utxos?|nodeutxo\w*|inputs\w*|inscribed|inscription|reserved|rare)$/,
  mempool: /^(?:testmempoolaccept|mempoolaccept|mempool)$/,
  mutatedAfter: /^mutateaftersign$/,
} as const;

type Member = keyof typeof members;

const generic = [
  'quoteAge',
  'orderAge',
  'simulationAge',
  'priceAge',
  'prices',
  'ownUsd',
  'caps',
  'killSwitch',
  'used',
  'parallel',
  'simulation',
  'otherSimulation',
  'mutated',
  'decimals',
] as const satisfies readonly Member[];
const deposit = ['exchange', 'firstUse'] as const satisfies readonly Member[];
const evm = [
  ...(['token', 'allowance', 'gas', 'baseFee', 'gasPrice', 'tip', 'chainId'] as const),
  ...(['code', 'codeHash', 'implementationHash'] as const),
] satisfies readonly Member[];
const tron = ['nodeTx', 'expiration', 'feeLimit', 'energy', 'raw'] as const;
const ton = [
  'accountStates',
  'jettonWallet',
  'seqno',
  'validUntil',
  'validFor',
  'sendMode',
] as const;
const solana = ['mint', 'blockhash', 'lookupTable', 'postState'] as const;
const bitcoin = ['feeRate', 'confirmations', 'coins', 'mempool', 'mutatedAfter'] as const;
const job = [
  'submitter',
  'approver',
  'ledgerState',
  'now',
  'otherJob',
  'intentSeen',
] as const satisfies readonly Member[];

const byBase: readonly [RegExp, readonly Member[]][] = [
  [/^B-JOB$/, job],
  [/^B-LISTING$/, []],
  [/^B-EVM/, [...generic, ...evm]],
  [/^B-TRON/, [...generic, ...tron]],
  [/^B-TON/, [...generic, ...ton]],
  [/^B-SOL/, [...generic, ...solana]],
  [/^B-BTC/, [...generic, ...bitcoin]],
  [/^B-DEP-TRX/, [...generic, ...deposit, ...tron]],
  [/^B-DEP-TON/, [...generic, ...deposit, ...ton]],
];

/** @throws `CannotBuild` for a member that the base does not read */
export function requireKnownEnv(base: string, env: Env): void {
  const known = byBase.find(([name]) => name.test(base))?.[1] ?? [];
  const unknown = Object.keys(env).find(
    (name) => !known.some((member) => members[member].test(plain(name))),
  );
  if (unknown !== undefined) throw new CannotBuild(`env.${unknown} is not known`);
}

/** What the first member of the kind says, and its name. */
function find(env: Env, member: Member): { name: string; value: unknown } | undefined {
  const found = Object.entries(env).find(([name]) => members[member].test(plain(name)));
  return found && { name: found[0], value: found[1] };
}

export function told(env: Env, member: Member): unknown {
  return find(env, member)?.value;
}

/** The names of `env` of a kind. */
export function namesOf(env: Env, member: Member): string[] {
  return Object.keys(env).filter((name) => members[member].test(plain(name)));
}

const unitMs: readonly [RegExp, number][] = [
  [/^(?:ms|millis)/, 1],
  [/^(?:s|$)/, 1_000],
  [/^m/, 60_000],
  [/^h/, 3_600_000],
  [/^d/, 86_400_000],
];

/** Milliseconds. Without a unit in its name, a number counts seconds. */
export function duration(env: Env, member: Member): number | undefined {
  const found = find(env, member);
  if (!found) return undefined;
  const unit = members[member].exec(plain(found.name))?.groups?.unit ?? '';
  const value = Number(found.value);
  if (Number.isNaN(value)) throw new CannotBuild(`env.${found.name} is no number`);
  return value * (unitMs.find(([name]) => name.test(unit))?.[1] ?? 1_000);
}

/** Wei. `GWei` in the name says so; a plain number does not say it. */
export function wei(env: Env, member: 'baseFee' | 'gasPrice' | 'tip'): bigint | undefined {
  const found = find(env, member);
  if (!found) return undefined;
  const isGwei = plain(found.name).endsWith('gwei');
  return isGwei
    ? BigInt(Math.round(Number(found.value) * 1_000)) * 1_000_000n
    : BigInt(String(found.value));
}

export interface UsedBefore {
  dayUsd: number;
  hourUsd: number;
  count: number;
}

/** What other payments have taken of the caps. `undefined`: the vector says nothing of it. */
export function usedBefore(env: Env): UsedBefore | undefined {
  const numbers = namesOf(env, 'used').flatMap((name) => numbersIn(plain(name), env[name]));
  if (numbers.length === 0) return undefined;
  const sum = (chosen: (path: string) => boolean): number =>
    numbers.filter(([path]) => chosen(path)).reduce((total, [, number]) => total + number, 0);
  const isCount = (path: string): boolean => /count|jobs|payments|transactions|txs/.test(path);
  const isHour = (path: string): boolean => !isCount(path) && /hour|1h/.test(path);
  return {
    count: sum(isCount),
    hourUsd: sum(isHour),
    dayUsd: sum((path) => !isCount(path) && !isHour(path)),
  };
}

function numbersIn(path: string, value: unknown): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)) return [[path, Number(value)]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => numbersIn(path + plain(name), inner));
}

/** A member that is set: not false, and no word for it. */
export function isSet(env: Env, member: Member): boolean {
  const value = told(env, member);
  return value !== undefined && value !== null && value !== false && value !== 'off';
}

/** The first payment to a provider has not come through yet. */
export function isFirstUse(env: Env): boolean {
  const found = find(env, 'firstUse') ?? canaryOf(env);
  if (!found) return false;
  const isCanary = plain(found.name).startsWith('canary');
  const isDone = found.value === true || /^(?:done|settled|ok|passed)/i.test(String(found.value));
  return isCanary ? !isDone : found.value === true;
}

/** The canary in a ledger. */
function canaryOf({ ledger }: Env): { name: string; value: unknown } | undefined {
  if (typeof ledger !== 'object' || ledger === null) return undefined;
  const found = Object.entries(ledger).find(([name]) => members.firstUse.test(plain(name)));
  return found && { name: found[0], value: found[1] };
}

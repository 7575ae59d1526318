/** The fix of a fault, by the setting's path. */
const fixes: readonly [RegExp, string][] = [
  [/^\/dataFolder$/, 'Give a folder that this user may write to.'],
  [
    /^\/databaseUrl$/,
    'Give a URL such as postgres://user@host/database, or leave it out for the embedded journal.',
  ],
  [
    /^\/guard\/jobKeys/,
    'Give the `jobKey` that `ferryman config check` prints where jobs are accepted.',
  ],
  [
    /^\/intakeSecret$/,
    'Give at least 32 random characters, such as `openssl rand -base64 32` prints.',
  ],
  [
    /^\/treasury\/books$/,
    'Use true or false, or leave it out to keep books while there is a rule.',
  ],
  [
    /^\/treasury\/ceilings/,
    'Give objects such as {"wallet": "hot", "aboveUsd": "50000"} or {"wallet": "hot", "chain": "ETH", "token": "USDC", "above": "20000"}.',
  ],
  [/^\/redisUrl$/, 'Give a URL such as redis://host:6379, or leave it out for the embedded Redis.'],
  [/^\/router$/, 'Set router.url, or FERRYMAN_ROUTER_URL.'],
  [
    /^\/router\/url$/,
    'Give an https URL, http only for a local service; a key goes into router.apiKey.',
  ],
  [
    /^\/router\/slippageUnit$/,
    'Use "fraction" (0.01 is one percent) or "percent" (1 is one percent).',
  ],
  [/^\/router\/apiKey$/, 'Give the key as the service issued it, without spaces or line breaks.'],
  [
    /^\/router\/pins/,
    'Give two or more pins: `openssl x509 -pubkey -noout -in cert.pem | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`.',
  ],
  [/^\/router\/pinMode$/, 'Use "alert" at first, and "enforce" once no alert appears.'],
  [/^\/router\/allowPrivateAddresses$/, 'Use true or false.'],
  [/^\/router\/apiKeyHeader$/, 'Give the name of the header that carries the key, such as apikey.'],
  [/^\/router\/paths/, 'Give a path such as /api/info/status, without a query.'],
  [
    /^\/router\/contractMember$/,
    'Give a name such as useServiceContract, or leave it out to accept any name of that form.',
  ],
  [
    /^\/router\/additionalProviders/,
    'Give the names of providers that `ferryman providers --diff` shows as new, as the service writes them.',
  ],
  [/^\/router\/callsPerMinute$/, 'Give how many calls a minute the service allows with this key.'],
  [
    /^\/router\/timeoutMs$/,
    'Give 3000 to 61000 ms: the service gets a second less, and accepts 2 to 60 s.',
  ],
  [
    /^\/chains$/,
    'Give an object of chains by name, such as {"ETH": {"rpcUrls": ["http://127.0.0.1:8545"]}}.',
  ],
  [
    /^\/chains\/[^/]+\/rpcUrls/,
    'Give one or more https URLs of the chain’s endpoints; http only for local ones, and bitcoind+http://user:password@host:port for a node of Bitcoin Core.',
  ],
  [
    /^\/chains\/[^/]+\/wsUrls/,
    'Give one or more wss URLs of the chain’s endpoints, ws only for local ones, or leave it out to poll for blocks.',
  ],
  [
    /^\/chains\/[^/]+\/broadcastUrls/,
    'Give one or more https URLs of private relays, http only for local ones, or leave it out: then jobs cannot ask for a private broadcast.',
  ],
  [/^\/chains\/[^/]+\/timeoutMs$/, 'Give 100 to 120000 ms for one request to an endpoint.'],
  [
    /^\/chains\/[^/]+\/tokens/,
    'Give an object of addresses by symbol, such as {"USDC": "0x…"}; each address as the issuer publishes it.',
  ],
  [/^\/chains\/[^/]+\/chainId$/, 'Give the EIP-155 chain id that the endpoints serve.'],
  [
    /^\/api\/host$/,
    'Leave it at 127.0.0.1, and put a proxy with TLS in front if other machines must reach it.',
  ],
  [
    /^\/webhooks\/allowedHosts/,
    'Give the names or IP addresses of hosts that webhooks may reach in a private network, without scheme and port.',
  ],
  [/^\/webhooks\/allowPrivateAddresses$/, 'Give true or false.'],
  [/^\/api\/port$/, 'Give a port from 1 to 65535, or 0 for any free one.'],
  [
    /^\/chains\/[^/]+\/max(DeclaredFee|NetworkFee)$/,
    'Give base units of the native coin as an integer string.',
  ],
  [
    /^\/chains\/[^/]+\/genesis$/,
    'Give the id of block 0 (TRON, Bitcoin), the genesis hash (Solana) or the root hash of the zero state (TON) of the network that the endpoints serve.',
  ],
  [
    /^\/chains\/[^/]+\/networkId$/,
    'Give the global id of the TON network: -239 for the main one, -3 for the test network.',
  ],
  [/^\/chains\/[^/]+\/network$/, 'Give "mainnet", "testnet" or "regtest".'],
  [/^\/acceptedRisks/, 'Give the names of risks, such as "keys-beside-workers", or leave it out.'],
  [/^\/policy\//, 'Give a whole number, durations in milliseconds.'],
  [/^\/client\/output$/, 'Give "text" or "json".'],
  [/^\/client\/url$/, 'Give the URL of a running Ferryman, such as http://127.0.0.1:7300.'],
];

/** @param path JSON pointer into the settings */
export function fixOf(path: string): string {
  return fixes.find(([pattern]) => pattern.test(path))?.[1] ?? 'Correct or remove it.';
}

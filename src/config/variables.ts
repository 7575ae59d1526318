/** Settings that a flag or a variable can give. */
interface Setting {
  path: readonly string[];
  variable: string;
  flag?: string;
  /** Can also be in a file that `<variable>_FILE` names. */
  secret?: boolean;
}

export const settings: readonly Setting[] = [
  { path: ['dataFolder'], variable: 'FERRYMAN_DATA_FOLDER', flag: '--data-folder' },
  { path: ['databaseUrl'], variable: 'DATABASE_URL', secret: true },
  { path: ['redisUrl'], variable: 'REDIS_URL', secret: true },
  { path: ['router', 'url'], variable: 'FERRYMAN_ROUTER_URL', flag: '--router-url' },
  { path: ['router', 'apiKey'], variable: 'FERRYMAN_ROUTER_API_KEY', secret: true },
  { path: ['router', 'apiKeyHeader'], variable: 'FERRYMAN_ROUTER_API_KEY_HEADER' },
  { path: ['router', 'slippageUnit'], variable: 'FERRYMAN_ROUTER_SLIPPAGE_UNIT' },
  { path: ['router', 'contractMember'], variable: 'FERRYMAN_ROUTER_CONTRACT_MEMBER' },
  { path: ['router', 'referrer'], variable: 'FERRYMAN_ROUTER_REFERRER' },
  { path: ['router', 'additionalProviders'], variable: 'FERRYMAN_ROUTER_ADDITIONAL_PROVIDERS' },
  { path: ['router', 'timeoutMs'], variable: 'FERRYMAN_ROUTER_TIMEOUT_MS' },
  { path: ['router', 'callsPerMinute'], variable: 'ROUTER_CALLS_PER_MINUTE' },
  { path: ['router', 'paths', 'quote'], variable: 'FERRYMAN_ROUTER_QUOTE_PATH' },
  { path: ['router', 'paths', 'swap'], variable: 'FERRYMAN_ROUTER_SWAP_PATH' },
  { path: ['router', 'paths', 'swapBest'], variable: 'FERRYMAN_ROUTER_SWAP_BEST_PATH' },
  { path: ['router', 'paths', 'status'], variable: 'FERRYMAN_ROUTER_STATUS_PATH' },
  { path: ['router', 'paths', 'checkApprove'], variable: 'FERRYMAN_ROUTER_CHECK_APPROVE_PATH' },
  { path: ['router', 'paths', 'refund'], variable: 'FERRYMAN_ROUTER_REFUND_PATH' },
  { path: ['router', 'paths', 'claim'], variable: 'FERRYMAN_ROUTER_CLAIM_PATH' },
  { path: ['router', 'paths', 'providers'], variable: 'FERRYMAN_ROUTER_PROVIDERS_PATH' },
  { path: ['router', 'paths', 'chains'], variable: 'FERRYMAN_ROUTER_CHAINS_PATH' },
  { path: ['api', 'host'], variable: 'FERRYMAN_API_HOST' },
  { path: ['api', 'inContainer'], variable: 'FERRYMAN_IN_CONTAINER' },
  {
    path: ['api', 'requestsPerMinute'],
    variable: 'FERRYMAN_API_REQUESTS_PER_MINUTE',
  },
  { path: ['api', 'publicUrl'], variable: 'FERRYMAN_API_PUBLIC_URL' },
  { path: ['api', 'port'], variable: 'FERRYMAN_API_PORT', flag: '--port' },
  { path: ['acceptedRisks'], variable: 'FERRYMAN_ACCEPTED_RISKS' },
  { path: ['keystorePassword'], variable: 'FERRYMAN_KEYSTORE_PASSWORD', secret: true },
  { path: ['signer', 'socket'], variable: 'FERRYMAN_SIGNER_SOCKET' },
  { path: ['intakeSecret'], variable: 'FERRYMAN_INTAKE_SECRET', secret: true },
  {
    path: ['webhooks', 'allowPrivateAddresses'],
    variable: 'FERRYMAN_WEBHOOKS_ALLOW_PRIVATE_ADDRESSES',
  },
  { path: ['webhooks', 'allowedHosts'], variable: 'FERRYMAN_WEBHOOKS_ALLOWED_HOSTS' },
  { path: ['logLevel'], variable: 'FERRYMAN_LOG_LEVEL', flag: '--log-level' },
  { path: ['logFormat'], variable: 'FERRYMAN_LOG_FORMAT' },
  { path: ['otlpEndpoint'], variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  { path: ['client', 'url'], variable: 'FERRYMAN_API_URL', flag: '--api-url' },
  { path: ['client', 'apiKey'], variable: 'FERRYMAN_API_KEY', flag: '--api-key', secret: true },
  { path: ['client', 'caFile'], variable: 'FERRYMAN_API_CA_FILE' },
  { path: ['client', 'output'], variable: 'FERRYMAN_OUTPUT' },
];

/**
 * A chain's endpoints, WebSocket endpoints and private relays, separated by commas, and its id:
 * `FERRYMAN_RPC_URLS_ETH`, `FERRYMAN_WS_URLS_ETH`, `FERRYMAN_BROADCAST_URLS_ETH`,
 * `FERRYMAN_CHAIN_ID_ETH`.
 */
export const chainVariables = [
  { pattern: /^FERRYMAN_RPC_URLS_([A-Z0-9_]+)$/, member: 'rpcUrls' },
  { pattern: /^FERRYMAN_WS_URLS_([A-Z0-9_]+)$/, member: 'wsUrls' },
  { pattern: /^FERRYMAN_BROADCAST_URLS_([A-Z0-9_]+)$/, member: 'broadcastUrls' },
  { pattern: /^FERRYMAN_CHAIN_ID_([A-Z0-9_]+)$/, member: 'chainId' },
];

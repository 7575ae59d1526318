/** Providers that a router may route through. Unlisted identifiers pass through as data. */

/**
 * `cross-chain`: between chains, written in lower case. `on-chain`: on one chain, in upper case.
 */
export type ProviderStyle = 'cross-chain' | 'on-chain';

/** Interface 2.8, lower-case identifiers of both listings. */
export const crossChainProviders: readonly string[] = words(`
  symbiosis lifi dln bridgers multichain xy celer_bridge changenow stargate_v2 arbitrum squidrouter
  scroll_bridge taiko_bridge rango pulsechain_bridge orbiter_bridge orbiter_bridge_v2 owl_to_bridge layerzero
  archon_bridge meson eddy_bridge router retro_bridge across unizen simple_swap changelly tele_swap
  wanchain_bridge relay xflows wormhole exolix near_intents usdt_zero_bridge houdini_bridge quickex
  service_stellar_api pact_swap stealthex mayan clearswap_bridge instaswap baltex change_hero xgram the_change
  cce_cash houdini
`);

/** Interface 2.8, upper-case identifiers. */
export const onChainProviders: readonly string[] = words(`
  10K_SWAP AERODROME ACRYPTOS ALDRIN_EXCHANGE ALGEBRA ALGEBRA_INTEGRAL ANNEX APE_SWAP ARTH_SWAP ASTRO_SWAP
  ASCENT AURORA_SWAP AVNU AETHON_SWAP ATLANTIS AQUARIUS BABY_SWAP BALANCER BASE_SWAP BEAM_SWAP BI_SWAP BRIDGERS
  BLAZE_SWAP BULBA_SWAP CAMELOT CETUS CHERRY_SWAP CLAIM_SWAP CLEARSWAP COFFEE_SWAP CREMA_FINANCE CRO_SWAP
  CRONA_SWAP CROPPER_FINANCE CROW_FI CRO_DEX CURVE CLOBER DEDUST DEFI_PLAZA DEFI_SWAP DFLOW DFYN DLN DODO
  DRAGON_SWAP DYSTOPIA ECHO_DEX EDDY_FINANCE ELK ENOSYS ENOSYS_V3 FENIX_V2 FENIX_V3 FINKUJIRA FUSIONX
  FRAX_SWAP_V2 HONEY_SWAP HORIZONDEX HOUDINI HYPERCAT JET_SWAP JOE JUPITER JUPITER_SWAP J_SWAP KIM KODIAK
  KUJATA KYBER_SWAP KYO_FINANCE LUA_SWAP LIFI MACARON MAVERICK MDEX MERLIN_SWAP MESH_SWAP MM_FINANCE
  MOJITO_SWAP MUTE_SWAP NET_SWAP NATIVE_ROUTER ODOS OKC_SWAP OKU_SWAP ONE_INCH ONE_MOON ONE_SOL OMNIDEX
  OOLONG_SWAP OPEN_OCEAN ORCA_SWAP OSMOSIS_SWAP OCTO_SWAP PANCAKE_SWAP PANCAKE_SWAP_V3 PANGOLIN PARA_SWAP
  PEGASYS PHOTON_SWAP POLYDEX PITEAS PULSEX_V1 PULSEX_V2 QUICK_SWAP QUICK_SWAP_V3 RANGO RAYDIUM REF_FINANCE
  REN_BTC ROUTER_SWAP SERVICE_STELLAR_API SABER_STABLE_SWAP SAROS_SWAP SERUM SHIBA_SWAP SILK_SWAP SMOOTHY
  SOLANA SOLAR_BEAM SPACEFI_SWAP SPIRIT_SWAP SPL_TOKEN_SWAP SPOOKY_SWAP SOUL_SWAP STELLA_SWAP STONFI SUN_SWAP
  SURFDEX SUSHI_SWAP SYNAPSE SYNC_SWAP SPARK_DEX SPARK_DEX_V3 SQUIDROUTER SYMBIOSIS_SWAP SOROSWAP TONCO_DEX
  TRADER TRISOLARIS IZUMI UBE_SWAP UNISWAP_V2 UNI_SWAP_V3 UNIZEN VERSE VIPER_SWAP VOLTAGE_SWAP VOOI VVS_FINANCE
  WAGYU_SWAP WANNA_SWAP WAULT_SWAP WOO_FI WRAPPED WYND WARPX_V2 WARPX_V3 XY_DEX YUZU_SWAP ZAPPY ZIP_SWAP ZRX
  ZETA_SWAP
`);

/**
 * The one identifier with the routing service's own name; the interface uses a neutral word (2.8).
 */
const namedAfterService = /^[a-z\d_-]+_stellar_api$/;

/**
 * Lower-case identifiers that mean the same provider as another one, and that one. The journal's
 * statements are made from this, in forms that regular expressions of Postgres have too.
 */
export const secondNames: readonly (readonly [form: RegExp, canonical: string])[] = [
  [/^houdini$/, 'houdini_bridge'],
  [namedAfterService, 'service_stellar_api'],
];

const styles: ReadonlyMap<string, ProviderStyle> = new Map([
  ...crossChainProviders.map((name) => [name, 'cross-chain'] as const),
  ...onChainProviders.map((name) => [name, 'on-chain'] as const),
]);

/** `undefined` for a provider that the registry does not know. */
export function providerStyle(name: string): ProviderStyle | undefined {
  const known = styles.get(name);
  if (known !== undefined || !namedAfterService.test(name.toLowerCase())) return known;
  return name === name.toLowerCase() ? 'cross-chain' : 'on-chain';
}

/**
 * The canonical identifier of a provider, in lower case: listings differ in case, and some
 * providers have two names.
 */
export function canonicalProvider(name: string): string {
  const lower = name.toLowerCase();
  return secondNames.find(([form]) => form.test(lower))?.[1] ?? lower;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

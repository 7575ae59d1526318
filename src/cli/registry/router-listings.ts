import { openListings } from '../../compose.ts';
import type { Config } from '../../config/config.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/**
 * The configured routing service, as far as it lists chains and providers. @throws `CONFIG_INVALID`
 * where none is configured
 */
export function configuredListings({ networks }: Config): ReturnType<typeof openListings> {
  if (networks.kind === 'configured') {
    const { url, ...router } = networks.router;
    return openListings({ ...router, baseUrl: url });
  }
  throw new FerrymanError('CONFIG_INVALID', 'there is no routing service to compare with', {
    faults: [
      {
        pointer: '/router',
        message: 'no router is configured; set router.url, or FERRYMAN_ROUTER_URL',
      },
    ],
  });
}

// Whose paper it is: name, colours and logo of the programme.
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { hashOfAddress } from '#domain/tenancy/image-sizes.ts'
import { completeTenant } from '#domain/tenancy/tenant.ts'
import { smallerPicture } from '../../images/picture.ts'
import { findPicture } from '../../images/picture-store.ts'
import type { Scope } from '../../scope.ts'

export type Imprint = {
  programme: string
  colours: { primary: string; secondary: string }
  /** PNG or JPEG. */
  logo: Uint8Array | null
}
/** Pixels: sharp at the size of a letterhead. */
const logoWidth = 480

/** `hasLogo`: only paper shows one. */
export async function imprintOf(scope: Scope, { hasLogo }: { hasLogo: boolean }): Promise<Imprint> {
  const { tenant } = scope
  const base = { ...defaultTenant, config: { ...defaultTenant.config, name: tenant.name } }
  const { config, theme } = completeTenant({ config: tenant.config, theme: tenant.theme }, base)
  return {
    programme: config.name,
    colours: { primary: theme.palette.primary.main, secondary: theme.palette.secondary.main },
    logo: hasLogo ? await logoOf(scope, config.headerLogo ?? config.logo) : null,
  }
}

/** As PNG, which every library of paper reads; null where the programme has none. */
async function logoOf({ db, tenant }: Scope, address: string | null): Promise<Uint8Array | null> {
  const hash = address && hashOfAddress(address)
  const picture = hash ? await findPicture(db, tenant.id, hash) : undefined
  return picture ? await smallerPicture(picture, logoWidth, 90, 'png') : null
}

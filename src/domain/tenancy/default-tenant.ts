// The default tenant: an organic-cotton integrity programme. It is shown until the tenant's own
// configuration has arrived and whenever it cannot be fetched (specification sections 1 and 8).
import { defaultColours } from './brand-colours.ts'
import type { TenantAnswer } from './tenant.ts'

export const defaultTenant: TenantAnswer = {
  subdomain: 'localhost',
  config: {
    name: 'Organic Cotton Integrity Programme',
    loginDesc: 'One record of every plot, season and kilogram of organic cotton, by those who grow, buy and gin it.',
    carousel: [
      {
        mission: 'Cotton you can trace to its field',
        missionDesc: 'Each plot is mapped, each sale weighed, and each bale keeps the list of its fields.',
      },
      {
        mission: 'A claim is worth what is behind it',
        missionDesc: 'Organic is never typed here: it follows from the inputs, inspections and years of the plot.',
      },
      {
        mission: 'Growers first, paperwork second',
        missionDesc: 'What is written once, at the edge of the field, is what diary, estimate and certificate read.',
      },
    ],
    logo: null,
    logoWidth: 160,
    headerLogo: null,
    headerLogoWidth: 120,
    subdomain: 'localhost',
    id: 'default',
    organizationId: 'default',
  },
  theme: {
    organizationId: 'default',
    palette: { primary: { main: defaultColours.primary }, secondary: { main: defaultColours.secondary } },
  },
  region: { timezone: 'Asia/Kolkata', currency: 'INR', area: 'ha 1' },
}

// The default tenant: an organic-cotton integrity programme. It is shown until the tenant's own
// configuration has arrived and whenever it cannot be fetched (specification sections 1 and 8).
import { defaultColours } from './brand-colours.ts'
import type { TenantAnswer } from './tenant.ts'

export const defaultTenant: TenantAnswer = {
  subdomain: 'localhost',
  config: {
    name: 'Organic Cotton Integrity Programme',
    loginDesc: 'One record of every plot, every season and every kilogram of organic cotton, kept by the people who grow, buy and gin it.',
    carousel: [
      {
        mission: 'Cotton you can trace to the field it grew in',
        missionDesc:
          'Each plot is walked and mapped, each sale is weighed, and each bale keeps the list of fields its lint came from. The way back stays open.',
      },
      {
        mission: 'A claim is worth what stands behind it',
        missionDesc:
          'Organic is never typed into a form here. It follows from what was recorded on the plot: inputs, inspections, and the years of conversion.',
      },
      {
        mission: 'Growers first, paperwork second',
        missionDesc: 'A field officer writes a thing down once, at the edge of the field, and the diary, the estimate and the certificate all read from it.',
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

// Work on the ground of a cropping system, which a package can plan for the crops on it (domain dictionary 3.4, 5.1).
import type { Events } from './entity.ts'
import { applicationFields, irrigationFields, waitingPeriod } from './field-work.ts'
import { choice, hectares, kilograms, optional, quantity, text } from './kinds.ts'

const live = ['PLANNED', 'ACTIVE'] as const

export const groundEvents = {
  LAND_PREP: {
    label: 'Land preparation',
    icon: 'agriculture',
    from: live,
    fields: {
      operation: choice('Operation', { PLOUGHING: 'Ploughing', HARROWING: 'Harrowing', LEVELLING: 'Levelling', RIDGING: 'Ridging' }),
      depthCm: optional(quantity('Depth', 'cm', { max: 60, decimals: 0 })),
      tool: optional(text('Tool', { max: 60 })),
    },
  },
  INPUT_APPLICATION: {
    label: 'Input applied',
    help: 'Counts for every crop of this system.',
    icon: 'compost',
    from: live,
    fields: {
      ...applicationFields,
      method: optional(choice('Method', { BROADCAST: 'Broadcast', PLACED: 'Placed at the roots', SPRAY: 'Sprayed', DRENCH: 'Drenched' })),
      areaHa: optional(hectares('Area', { max: 100 })),
      phiDays: waitingPeriod,
    },
  },
  IRRIGATION: {
    label: 'Irrigation',
    icon: 'water_drop',
    from: live,
    fields: {
      ...irrigationFields,
      waterSource: optional(text('Source', { max: 60 })),
    },
  },
  COVER_CROP: { label: 'Cover crop', icon: 'grass', from: live, fields: { species: text('Species', { max: 80 }), kg: kilograms('Seed', { max: 50_000 }) } },
  INTERCULTURE: {
    label: 'Interculture',
    icon: 'agriculture',
    from: live,
    fields: { operation: text('Operation', { max: 80 }), labourDays: optional(quantity('Labour', 'days', { max: 1000, decimals: 1 })) },
  },
} as const satisfies Events

// What can happen to a plot (domain dictionary 3.3): mapping, verification, tenure, tests and its organic clock.

import type { Events } from '../kernel/entity.ts'
import {
  attachments,
  choice,
  date,
  derived,
  integer,
  longText,
  optional,
  polygon,
  quantity,
  reference,
  references,
  rows,
  share,
  text,
} from '../kernel/kinds.ts'
import { notMerged } from '../kernel/member-choices.ts'
import { productWords } from '../kernel/product-words.ts'
import { inputPermissions, inspectionResults, neighbourUses } from '../kernel/terms.ts'
import { overlapEvents } from './overlap-events.ts'

export const tenures = {
  OWNED: 'Owned',
  FAMILY: 'Family land',
  LEASED: 'Leased',
  SHARECROP: 'Sharecropped',
  FOREST_RIGHTS: 'Forest rights',
  COMMUNITY: 'Community land',
} as const
export const boundaryMethods = {
  GPS_WALK: 'Walked with GPS',
  TAP_CORNERS: 'Corners tapped on site',
  DESKTOP_DRAW: 'Drawn on the map',
  CADASTRE: 'Land record',
  IMPORT: 'Imported',
  AI_SUGGESTED: 'Suggested by software',
} as const
export const sides = { N: 'North', E: 'East', S: 'South', W: 'West' } as const
const inField = ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR'] as const
const mapped = ['DRAFT', 'MAPPED', 'VERIFIED', 'DISPUTED'] as const

export const landparcelEvents = {
  BOUNDARY_CAPTURED: {
    label: 'Map the boundary',
    help: 'Keeps the old boundary as a version; a verified plot must be verified again.',
    icon: 'polyline',
    from: mapped,
    to: 'MAPPED',
    roles: inField,
    fields: {
      boundary: polygon('Boundary'),
      method: choice('How it was mapped', boundaryMethods),
      gpsAccuracyM: optional(quantity('GPS accuracy', 'm', { max: 1000, decimals: 1 })),
      // Of a walk: one for each corner of the boundary, in its order; as many as a boundary has at most.
      vertexAccuracyM: optional(
        rows('GPS accuracy of each corner', { metres: optional(quantity('GPS accuracy', 'm', { max: 1000, decimals: 1 })) }, { max: 1000, internal: true }),
      ),
      // Of a boundary that two growers agreed on: whoever drew it does not verify it (BR-24), whoever accepted it.
      drawnBy: derived(text('Drawn by', { max: 36 })),
    },
  },
  // Four eyes (BR-24) are asked of the mapper, who need not have used an event: the behaviour looks at `mappedBy`.
  VERIFIED: {
    needs: [
      {
        on: ['mappedBy'],
        why: 'A boundary is verified by somebody else than the person who mapped it: you mapped this one.',
        fails: ({ mappedBy }, { id }) => mappedBy === id,
      },
    ],
    label: 'Verify boundary',
    help: 'By somebody who did not map it.',
    icon: 'verified',
    from: ['MAPPED'],
    to: 'VERIFIED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'INTERNAL_INSPECTOR'],
    fields: { comment: optional(longText('Comment', { max: 500 })) },
  },
  DISPUTED: {
    label: 'Mark as disputed',
    help: 'Happens by itself when two boundaries share more than 5 % (BR-02).',
    icon: 'warning',
    from: ['MAPPED', 'VERIFIED'],
    to: 'DISPUTED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: {
      reason: longText('Reason', { max: 500, wordsIn: 'words' }),
      words: productWords,
      otherParcelCode: optional(text('Other plot', { max: 32 })),
      overlapShare: optional(share('Share of the smaller plot')),
      overlapM2: optional(quantity('Shared ground', 'm²', { max: 1_000_000, decimals: 0 })),
    },
  },
  DISPUTE_RESOLVED: {
    label: 'Resolve dispute',
    settles: ['BR-02'],
    help: 'Tolerated overlaps stay as they are; any other resolution needs boundaries that no longer overlap.',
    icon: 'handshake',
    from: ['DISPUTED'],
    to: 'VERIFIED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: {
      resolution: choice('Resolution', {
        RESHAPED: 'Boundary changed',
        ACCEPTED_TOLERANCE: 'Accepted as tolerance',
        SPLIT: 'Plot split',
        DUPLICATE_MERGED: 'Duplicate merged',
      }),
      comment: optional(longText('Comment', { max: 500 })),
    },
  },
  ...overlapEvents,
  RETIRED: {
    label: 'Retire plot',
    icon: 'archive',
    from: mapped,
    to: 'RETIRED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: { reason: longText('Reason', { max: 500, wordsIn: 'words' }), words: productWords },
  },
  SPLIT: {
    label: 'Divide the plot',
    help: 'Each part becomes a plot with the conversion of the whole; this one is retired. Crops that run must have ended.',
    icon: 'call_split',
    from: ['MAPPED', 'VERIFIED'],
    to: 'RETIRED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: {
      line: rows(
        'Line of division',
        { lon: quantity('Longitude', '°', { min: -180, max: 180, decimals: 7 }), lat: quantity('Latitude', '°', { min: -90, max: 90, decimals: 7 }) },
        { min: 2, max: 200, help: 'From outside the plot to outside it.' },
      ),
      firstName: text('Name of the part on the left', { max: 60 }),
      firstNo: text('Plot no. of the part on the left', { max: 60 }),
      secondName: text('Name of the part on the right', { max: 60 }),
      secondNo: text('Plot no. of the part on the right', { max: 60 }),
      reason: longText('Reason', { max: 500 }),
      files: attachments(),
    },
  },
  MERGED: {
    label: 'Join with plots beside it',
    help: 'They become one plot with the worst conversion of them, and are retired. Crops that run must have ended.',
    icon: 'call_merge',
    from: ['MAPPED', 'VERIFIED'],
    to: 'RETIRED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: {
      withIds: references('Plots beside it', 'landparcel', {
        min: 1,
        choosable: [
          { field: 'farmerId', same: 'subject.farmerId', isRefusedElsewhere: true, why: 'Plots of other growers are left out.' },
          { field: 'status', is: ['MAPPED', 'VERIFIED'], isRefusedElsewhere: true, why: 'Plots that are not mapped, disputed or retired are left out.' },
        ],
      }),
      name: text('Name', { max: 60 }),
      parcelNo: text('Plot no.', { max: 60 }),
      reason: longText('Reason', { max: 500 }),
      files: attachments(),
    },
  },
  MERGED_AWAY: {
    label: 'Joined with another plot',
    fields: { causeEventId: derived(text('Cause', { max: 36 })) },
    from: ['MAPPED', 'VERIFIED'],
    to: 'RETIRED',
    system: true,
    icon: 'call_merge',
  },
  TAKEN_OVER: {
    label: 'Made from other plots',
    fields: {
      parcelIds: references('Made from', 'landparcel', { min: 1 }),
      how: choice('How', { SPLIT: 'Divided', MERGED: 'Joined' }),
      causeEventId: derived(text('Cause', { max: 36 })),
    },
    from: mapped,
    system: true,
    icon: 'call_split',
  },
  GROWER_CHANGED: {
    label: 'Change of grower',
    icon: 'swap_horiz',
    from: mapped,
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: { farmerId: reference('New grower', 'farmer', { choosable: notMerged }), document: optional(text('Document', { max: 80 })), files: attachments() },
  },
  LEASE_CHANGED: {
    label: 'Change of lease',
    icon: 'edit_calendar',
    from: mapped,
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: { leaseFrom: date('Lease from'), leaseTo: date('Lease to'), document: optional(text('Document', { max: 80 })), files: attachments() },
  },
  CONVERSION_STARTED: {
    label: 'Enter the scheme',
    icon: 'play_arrow',
    from: mapped,
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: {
      startedOn: date('From'),
      retroMonths: optional(integer('Months recognised before', { max: 12, unit: 'months' })),
      retroDocument: optional(text('Document of recognition', { max: 80 })),
      monthsAnnual: derived(integer('Conversion, annual crops', { max: 120, unit: 'months' })),
      monthsPerennial: derived(integer('Conversion, perennial crops', { max: 120, unit: 'months' })),
      files: attachments(),
    },
  },
  RETRO_CONFIRMED: {
    label: 'Confirm recognised months',
    help: 'By the certification body: from now on the months count.',
    icon: 'done_all',
    from: mapped,
    roles: ['CERTIFICATION_BODY_AUDITOR'],
    fields: {
      retroMonths: integer('Months recognised before', { min: 1, max: 12, unit: 'months' }),
      document: text('Document of recognition', { max: 80 }),
      files: attachments(),
    },
  },
  CONVERSION_CONFIRMED: {
    label: 'Confirm the start of conversion',
    help: 'By the certification body: from now on conversion counts from this day.',
    icon: 'done_all',
    from: mapped,
    roles: ['CERTIFICATION_BODY_AUDITOR'],
    fields: { startedOn: date('In the scheme since'), document: text('Document', { max: 80 }), files: attachments() },
  },
  CONVERSION_RESET: {
    label: 'Conversion starts again',
    icon: 'restart_alt',
    from: mapped,
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: {
      resetOn: date('From'),
      cause: longText('Cause', { max: 500, wordsIn: 'words' }),
      words: productWords,
      nonconformityId: derived(text('Non-conformity', { max: 36 })),
    },
  },
  CONVERSION_RESET_LIFTED: {
    label: 'Reset of the conversion lifted',
    help: 'The sanction by which conversion started again was lifted: it counts as before.',
    icon: 'lock_open',
    fields: { nonconformityId: derived(text('Non-conformity', { max: 36 })), ref: derived(text('Reference', { max: 40 })) },
    system: true,
  },
  PROHIBITED_INPUT_FOUND: {
    label: 'Prohibited input found',
    icon: 'dangerous',
    from: mapped,
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'INTERNAL_INSPECTOR'],
    fields: {
      itemId: reference('Input', 'inputitem'),
      usedOn: date('Used on'),
      evidence: longText('Evidence', { max: 500, wordsIn: 'words' }),
      words: productWords,
      files: attachments(),
      // What the list says of it on that day.
      permission: derived(choice('Permission', inputPermissions)),
      causeEventId: derived(text('Cause', { max: 36 })),
    },
  },
  // BR-14: the certification body’s part of taking a prohibited input back; the administrator then takes the event back.
  PROHIBITED_INPUT_DISMISSED: {
    label: 'Agree that a prohibited input was recorded in error',
    help: 'By the certification body: an administrator may then take the event back.',
    icon: 'undo',
    from: mapped,
    roles: ['CERTIFICATION_BODY_AUDITOR'],
    fields: {
      itemId: reference('Input', 'inputitem'),
      usedOn: date('Recorded as used on'),
      reason: longText('Reason', { max: 500 }),
      document: optional(text('Document', { max: 80 })),
      certificationBodyId: derived(reference('Certification body', 'certificationbody')),
      files: attachments(),
    },
  },
  SOIL_TEST: {
    label: 'Soil test',
    icon: 'science',
    from: mapped,
    roles: inField,
    fields: {
      laboratory: text('Laboratory', { max: 80 }),
      ph: optional(quantity('pH', 'pH', { min: 3, max: 10.5, decimals: 1 })),
      organicCarbonPct: optional(quantity('Organic carbon', '%', { max: 10, decimals: 2 })),
      nitrogenKgPerHa: optional(quantity('Nitrogen', 'kg/ha', { max: 5000, decimals: 0 })),
      phosphorusKgPerHa: optional(quantity('Phosphorus', 'kg/ha', { max: 5000, decimals: 0 })),
      potassiumKgPerHa: optional(quantity('Potassium', 'kg/ha', { max: 5000, decimals: 0 })),
      ecDsPerM: optional(quantity('Conductivity', 'dS/m', { max: 100, decimals: 2 })),
      files: attachments(),
    },
  },
  WATER_TEST: {
    label: 'Water test',
    icon: 'water',
    from: mapped,
    roles: inField,
    fields: {
      waterSource: text('Source', { max: 60 }),
      ph: quantity('pH', 'pH', { min: 3, max: 10.5, decimals: 1 }),
      ecDsPerM: optional(quantity('Conductivity', 'dS/m', { max: 100, decimals: 2 })),
      contaminants: optional(text('Contaminants', { max: 200 })),
      files: attachments(),
    },
  },
  BUFFER_OBSERVED: {
    label: 'Buffer measured',
    icon: 'straighten',
    from: mapped,
    roles: inField,
    fields: {
      side: choice('Side', sides),
      metres: quantity('Width', 'm', { max: 1000, decimals: 1 }),
      use: choice('Neighbour', neighbourUses),
      files: attachments(),
    },
  },
  INTERNAL_INSPECTION: {
    label: 'Internal inspection',
    icon: 'fact_check',
    from: mapped,
    roles: ['INTERNAL_INSPECTOR'],
    requiresIndependence: true,
    fields: {
      seasonId: reference('Season', 'season'),
      round: integer('Round', { min: 1, max: 4 }),
      result: choice('Result', inspectionResults),
      findings: optional(longText('Findings')),
      files: attachments(),
    },
  },
} as const satisfies Events

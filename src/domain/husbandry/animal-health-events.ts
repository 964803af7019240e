// Health of any animal, flock or pond in the same words (animal 5.4, 7, 8). A treatment opens a withdrawal for each product
// that its medicine names; restrictions do the same without a medicine.
import { choice, date, flag, integer, optional, quantity, reference, rows, text, time } from '../kernel/kinds.ts'
import { healthStatuses } from './animal.ts'
import { doseUnits } from './animal-terms.ts'
import { withdrawalProducts } from './withdrawal-products.ts'

/** Fields of a treatment, whatever the animal. */
export const treatmentFields = {
  medicineId: reference('Medicine', 'medicine'),
  batchNo: optional(text('Batch of the medicine', { max: 40 })),
  expiry: optional(date('Use until')),
  dose: quantity('Dose', 'unit', { min: 0.001, max: 1_000_000 }),
  doseUnit: choice('Unit', doseUnits),
  route: choice('Given', {
    ORAL: 'By mouth',
    IM: 'Into the muscle',
    IV: 'Into the vein',
    SC: 'Under the skin',
    INTRAMAMMARY: 'Into the udder',
    TOPICAL: 'On the skin',
    FEED: 'In the feed',
    WATER: 'In the water',
    OTHER: 'Other',
  }),
  reason: choice('Why', { DISEASE: 'Disease', INJURY: 'Injury', PARASITES: 'Parasites', DRY_THERAPY: 'Drying off', PREVENTIVE: 'Prevention', OTHER: 'Other' }),
  diagnosisId: optional(reference('Diagnosis', 'diagnosiscode')),
  doses: rows('Doses', { at: time('Given at') }, { max: 30, help: 'Empty: once, at the time of the event. The withdrawal counts from the last.' }),
  prescribedBy: optional(text('Prescribed by', { max: 80 })),
  offLabel: optional(flag('Other than on the label', { initial: false })),
  longerWithdrawalDays: optional(integer('Withdrawal, if longer', { min: 1, max: 1000, unit: 'days' })),
}

export const vaccinationFields = {
  diseaseId: optional(reference('Against', 'diagnosiscode')),
  medicineId: reference('Vaccine', 'medicine'),
  batchNo: text('Batch of the medicine', { max: 40 }),
  doseNo: optional(integer('Dose no.', { min: 1, max: 20 })),
  nextDue: optional(date('Again on')),
}

const here = ['ALIVE'] as const

/** `from` is that of an animal; a flock and a pond say their own. */
export const healthEvents = {
  DIAGNOSIS: {
    label: 'Diagnosis',
    icon: 'search',
    from: here,
    fields: {
      diagnosisId: reference('Diagnosis', 'diagnosiscode'),
      // ADE icarDiagnosisSeverityType and icarDiagnosisStageType.
      severity: choice('Severity', { Light: 'Mild', Moderate: 'Moderate', Severe: 'Severe' }),
      stage: optional(choice('Stage', { Early: 'Early', Late: 'Late' })),
      position: optional(text('Where', { max: 80 })),
    },
  },
  TREATMENT: {
    label: 'Treatment',
    help: 'Until the withdrawal is over, milk does not go into the tank and the animal is not slaughtered.',
    icon: 'healing',
    from: here,
    fields: treatmentFields,
  },
  VACCINATION: { label: 'Vaccination', icon: 'vaccines', from: here, fields: vaccinationFields },
  RESTRICTION: {
    label: 'Restriction',
    help: 'Holds a product back without a medicine.',
    icon: 'block',
    from: here,
    fields: { product: choice('Product', withdrawalProducts), until: time('Until'), cause: text('Cause', { max: 200 }) },
  },
  HEALTH_OBSERVATION: {
    label: 'Health observed',
    icon: 'visibility',
    from: here,
    fields: {
      status: choice('Health', healthStatuses),
      temperatureC: optional(quantity('Temperature', '°C', { min: 35, max: 43, decimals: 1 })),
    },
  },
} as const

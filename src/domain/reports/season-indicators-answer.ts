// The figures of /dashboard beside the season's sums (domain dictionary 11.1), as they are answered. Each part is null for whoever may
// not list the records behind it, and so is a share of nothing.
import { z } from 'zod'
import { transactioncertificate } from '../certification/transactioncertificate.ts'
import { count, hectares, id, inUnit, keyOf, kg, number, share, text } from '../kernel/answer-shapes.ts'
import { claims, severities } from '../kernel/terms.ts'

const claim = keyOf(claims).nullable()
/** `of` is what it is a share of; 0 of 0 is no share. */
const part = z.object({ done: number, of: number })
export type Part = z.infer<typeof part>

export const qualityParts = {
  boundary: 'Plots with a boundary',
  phone: 'Members with a telephone',
  consent: 'Members who consented',
  contract: 'Members with an agreement',
  onTime: 'Recorded in time',
  photo: 'Inspections with a photo',
} as const
export type QualityPart = keyof typeof qualityParts

/** Months until a plot is organic (annual crops, BR-04). NOT_STARTED: conversion has no start. */
export const conversionBuckets = {
  ORGANIC: 'Organic',
  UNDER_6: 'Under 6 months',
  UNDER_12: '6 to 12 months',
  UNDER_18: '12 to 18 months',
  UNDER_24: '18 months and more',
  NOT_STARTED: 'Not started',
} as const
export type ConversionBucket = keyof typeof conversionBuckets

const ofCropType = z.object({
  cropTypeId: id,
  isGmRisk: z.boolean().describe('GM varieties exist: seed needs a proof.'),
  areas: z.array(z.object({ claim, areaHa: hectares })).describe('Main crops by claim, neither cancelled nor failed.'),
  outliers: count.describe('Crops whose estimate has an open finding of BR-06.'),
  headroomKg: kg.describe(
    'Σ min(estimate × tolerance, ceiling) − purchased of each crop (BR-08), never below 0; a certified crop without an estimate has none.',
  ),
  proof: part.describe('Area sown in ha: with a proof of non-GM seed, of all that is sown.'),
  price: z
    .object({
      perKg: inUnit('minor units/kg').describe('Mean by kilograms.'),
      premiumPerKg: inUnit('minor units/kg').describe('Of certified goods, mean by kilograms.').nullable(),
      onTime: part
        .nullable()
        .describe('Tickets due by now whose price was paid by its day: payments of a farmer count for the oldest ticket first. Null: no payment is recorded.'),
    })
    .nullable(),
})

export const seasonIndicators = z
  .object({
    farmers: z
      .object({
        active: count,
        women: count,
        joined: count.describe('Since the first day of the season.'),
        groupMax: count.nullable().describe('The smallest limit of the schemes the operator is registered to.'),
      })
      .nullable(),
    parcels: z.object({ live: count, mapped: count, verified: count }).nullable(),
    inspections: z.object({ active: count, first: count, second: count, approved: count, decided: count }).nullable(),
    plan: z.object({ onTime: count, late: count, missed: count, due: count }).nullable().describe('Mandatory steps that have come due.'),
    compliance: z
      .object({ score: number.nullable().describe('Mean by area, 0 to 100.'), judged: count, failing: count })
      .nullable()
      .describe('A crop fails with an open critical non-conformity, more major ones than its rules allow, or fewer points than they need (BR-17).'),
    nonConformities: z.object({ bySeverity: z.array(z.object({ severity: keyOf(severities), open: count })), medianDays: number.nullable() }).nullable(),
    cropTypes: z.array(ofCropType),
    certifiable: z
      .array(z.object({ product: text, claim, kg }))
      .nullable()
      .describe('Kilograms of lots that no transaction certificate binds.'),
    tests: z.object({ done: count, positive: count }).nullable().describe('GMO tests of lots with a result.'),
    scope: z.object({ valid: count, daysLeft: z.int().nullable() }).nullable().describe('Days until the first valid scope certificate ends.'),
    certificates: z
      .object({
        byState: z.array(z.object({ status: keyOf(transactioncertificate.states), count })),
        medianDays: number.nullable().describe('From submission to issue.'),
        collectiveId: id
          .nullable()
          .describe('The seller whose certificates are counted: the operator at whose address it is asked. Null: all that the reader sees.'),
      })
      .nullable(),
    quality: z.object({ index: share.nullable(), parts: z.array(z.object({ part: keyOf(qualityParts), ...part.shape })) }).nullable(),
    conversion: z.array(z.object({ bucket: keyOf(conversionBuckets), areaHa: hectares, plots: count })).nullable(),
  })
  .meta({ id: 'SeasonIndicators' })
export type SeasonIndicators = z.infer<typeof seasonIndicators>
export type CropTypeIndicators = SeasonIndicators['cropTypes'][number]

// The limits of a scheme as sentences, by topic. Only what was filled in is said: an empty limit is none.

import { cocModels } from '#domain/kernel/terms.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'

export type Topic = { topic: string; sentences: string[] }
type Values = Readonly<Record<string, unknown>>

export function schemeSentences(scheme: Values, t: TFunction, format: Format): Topic[] {
  const figure = (name: string): number | null => (typeof scheme[name] === 'number' ? scheme[name] : null)
  const [annual, perennial, sellable] = [figure('conversionMonthsAnnual'), figure('conversionMonthsPerennial'), figure('icSellableAfterMonths')]
  const [inspections, least, most] = [figure('inspectionsPerYear'), figure('groupMin'), figure('groupMax')]
  const [memberHa, largeHa, share] = [figure('maxMemberHa'), figure('largeFarmHa'), figure('largeFarmAreaShareMax')]
  const own = (scheme.tolerances ?? {}) as Values
  const tolerance = (name: string): number | null => (typeof own[name] === 'number' ? own[name] : null)
  const [shipments, span, submission] = [tolerance('tcShipments'), tolerance('tcSpan'), tolerance('tcSubmission')]
  const [reservation, gap, km] = [tolerance('tcReservation'), tolerance('tcGap'), tolerance('ginDistance')]
  const coc = cocModels[String(scheme.cocModel) as keyof typeof cocModels]
  const topics: { topic: string; sentences: (string | false | null)[] }[] = [
    {
      topic: /* i18n */ 'Conversion',
      sentences: [
        annual !== null && t('Land converts in {{count}} months under annual crops.', { count: annual }),
        perennial !== null && t('Land converts in {{count}} months under perennial crops.', { count: perennial }),
        sellable !== null &&
          (sellable === 0
            ? t('From the first day its goods may be sold as in conversion.')
            : t('After {{count}} months its goods may be sold as in conversion.', { count: sellable })),
      ],
    },
    {
      topic: /* i18n */ 'Inspection',
      sentences: [inspections !== null && t('Each member is inspected at least {{count}} times a year.', { count: inspections })],
    },
    {
      topic: /* i18n */ 'Groups',
      sentences: [
        least !== null &&
          (most === null
            ? t('A group has at least {{least}} members.', { least: format.number(least) })
            : t('A group has {{least}} to {{most}} members.', { least: format.number(least), most: format.number(most) })),
        least === null && most !== null && t('A group has at most {{most}} members.', { most: format.number(most) }),
        memberHa !== null && t('A member holds at most {{area}}.', { area: format.ha(memberHa) }),
        largeHa !== null && t('A farm of {{area}} or more is a large one and inspected separately.', { area: format.ha(largeHa) }),
        share !== null && t('Large farms hold at most {{share}} of the group’s area.', { share: format.share(share) }),
        scheme.oneGroupOnly === true && t('A member may be in one group only.'),
      ],
    },
    {
      topic: /* i18n */ 'Goods',
      sentences: [
        coc !== undefined && t('Chain of custody: {{model}}.', { model: t(coc) }),
        typeof scheme.claimText === 'string' && scheme.claimText !== '' && t('Certified goods may be called “{{claim}}”.', { claim: scheme.claimText }),
      ],
    },
    {
      topic: /* i18n */ 'Transaction certificates',
      sentences: [
        shipments !== null && t('A certificate has at most {{count}} shipments.', { count: shipments }),
        span !== null && t('Its shipments lie within {{count}} months.', { count: span }),
        submission !== null && t('It is submitted within {{count}} days of its last shipment.', { count: submission }),
        reservation !== null && t('While it is corrected, its kilograms stay reserved for {{count}} days.', { count: reservation }),
        gap !== null && t('Certified goods without a certificate: more than {{share}} of those that came in is reviewed.', { share: format.share(gap) }),
        km !== null && t('From the plots to the gin are at most {{distance}}.', { distance: format.quantity(km, 'km') }),
      ],
    },
  ]
  return topics.flatMap(({ topic, sentences }) => {
    const filled = sentences.filter((sentence): sentence is string => typeof sentence === 'string')
    return filled.length > 0 ? [{ topic, sentences: filled }] : []
  })
}

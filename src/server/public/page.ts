// The page behind a scanned code, as finished HTML: for a shopper on a slow phone, readable without JavaScript,
// nothing fetched besides itself, letters and the logo of a scheme, no cookie. It shows the allow-list (domain/trace/public-page.ts) and nothing else.

import { journeySteps } from '#domain/chain/public-page.ts'
import type { PublicPage } from '#domain/chain/public-page-answer.ts'
import { type AreaUnit, inAreaUnit } from '#domain/kernel/area-unit.ts'
import { labelOf } from '#domain/kernel/composition.ts'
import { claims } from '#domain/kernel/terms.ts'
import { type Language, languageCodes, languages, localeOf } from '#domain/messages/languages.ts'
import { moneyFor } from '#domain/messages/wording.ts'
import type { PublicContact } from '#domain/tenancy/organisation.ts'
import { type Translate, translatorOf } from '../messages/tables.ts'
import { type Html, html, trusted } from './html.ts'
import { squareMap } from './square-map.ts'
import { style } from './style.ts'

export type PageFrame = {
  language: Language
  /** Address of this page without query, absolute: what the QR says. */
  address: string
  /** Inline SVG of the QR code of `address`. */
  qr: Html
  timezone: string
  /** In which areas are read. */
  area: AreaUnit
  /** Whom to turn to. */
  contacts: { grievance: PublicContact | null; dataProtection: PublicContact | null }
}

const tick = trusted(
  '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8.5l3.2 3.2L13 5" fill="none" stroke="currentColor" stroke-width="2"/></svg>',
)
export const shield = trusted(
  '<svg width="30" height="34" viewBox="0 0 30 34" aria-hidden="true"><path d="M15 2l12 4v10c0 8-5 13-12 16C8 29 3 24 3 16V6z" fill="none" stroke="currentColor" stroke-width="2.5"/></svg>',
)

/** The whole document of a crop's or lot's page. */
export function publicPage(page: PublicPage, frame: PageFrame): string {
  const t = translatorOf(frame.language)
  const title = titleOf(page, t)
  return documentOf(
    t,
    `${title} · ${page.programme}`,
    html`
<header class="top"><b>${page.group}</b>${languageLinks(t)}</header>
<div class="head"><p>${kicker(page, t)}</p><h1>${title}</h1>${badge(page, t, frame.timezone)}</div>
<main>${where(page, t)}${who(page, t, frame.area)}${checks(page, t)}${stages(page, t)}${journey(page, t)}</main>
${proof(page, t, frame)}`,
  )
}

/** A label to print and stick on a bale or a bag; `lotNo` as it is written on scales and papers, null where there is none. */
export function publicLabel(page: PublicPage, frame: PageFrame, lotNo: string | null): string {
  const t = translatorOf(frame.language)
  const title = titleOf(page, t)
  return documentOf(
    t,
    title,
    html`
<header class="top"><b>${page.group}</b>${languageLinks(t)}</header>
<main><div class="label"><div class="qr">${frame.qr}</div><div><b>${title}</b>${lotNo && html`<strong>${t('Lot {{number}}', { number: lotNo })}</strong>`}<span>${page.group}</span><span>${kicker(page, t)}</span><span>${t('Scan to see where it came from')}</span></div></div>
<p class="hint">${t('Use the print command of your browser; only the label is printed.')}</p></main>`,
  )
}

/** The one answer for codes nobody made and codes that were withdrawn: nobody can see which. */
export function publicNotFound(language: Language): string {
  const t = translatorOf(language)
  return documentOf(
    t,
    t('There is nothing at this address'),
    html`<main><h1 style="margin-top:48px">${t('There is nothing at this address')}</h1><p>${t('The code may be mistyped, or the page was withdrawn. Ask the seller for the right one.')}</p></main>`,
  )
}

/** What a browser shows at a host that is no programme's. */
export function unknownHostPage(language: Language): string {
  const t = translatorOf(language)
  return documentOf(
    t,
    t('No programme answers at this address'),
    html`<main><h1 style="margin-top:48px">${t('No programme answers at this address')}</h1><p>${t('Look for a mistyped letter in the address, or ask the people of your programme for the right one.')}</p></main>`,
  )
}

/** A whole page, with the style of all of them. */
export const documentOf = (t: Translate, title: string, body: Html): string =>
  html`<!doctype html>
<html lang="${t.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><link rel="icon" href="data:,"><title>${title}</title><style>${trusted(style)}</style></head>
<body><div class="page">${body}</div></body></html>
`.text

/** The other languages, each in its own name. */
export const languageLinks = (t: Translate): Html =>
  html`<nav>${languageCodes.filter((code) => code !== t.language).map((code) => html`<a href="?lang=${code}" lang="${code}" hreflang="${code}">${languages[code].name}</a>`)}</nav>`

const placeOf = ({ district, state, country }: PublicPage['place'], t: Translate): string =>
  [district && t('{{district}} district', { district: t(district) }), t(state), country === 'IN' ? t('India') : country].filter(Boolean).join(', ')

function titleOf({ product, claim, place, claimState, organicShare }: PublicPage, t: Translate): string {
  const named = t(product)
  // Within a title the product is a word among others: "Organic cotton lint".
  const inside = t.language === 'en' ? named.charAt(0).toLowerCase() + named.slice(1) : named
  const from = t(place.district ?? place.state)
  return claimState === 'valid' && claim === 'ORGANIC' && labelOf(organicShare) === 'organic'
    ? t('{{claim}} {{product}} from {{place}}', { claim: t('Organic'), product: inside, place: from })
    : t('{{product}} from {{place}}', { product: named, place: from })
}

function kicker({ product, variety, units, harvestYear, season }: PublicPage, t: Translate): string {
  return [
    t(product),
    variety,
    units === null ? null : t('{{count}} bales', { count: units }),
    season
      ?.split(' ')
      .map((part) => t(part))
      .join(' ') ?? (harvestYear === null ? null : t('harvest {{year}}', { year: harvestYear })),
  ]
    .filter(Boolean)
    .join(', ')
}

function badge({ claimState, claim, organicShare, certificate, checkedAt }: PublicPage, t: Translate, timezone: string): Html {
  const words =
    claimState === 'onHold'
      ? t('Held back: not for sale as certified')
      : claimState === 'none'
        ? t('Not certified')
        : claim === 'ORGANIC'
          ? labelOf(organicShare) === 'organic'
            ? t('Certified organic, valid')
            : t('Made with {{share}} % organic material, valid', { share: Math.floor(organicShare * 100) })
          : t('In conversion to organic, valid')
  const why =
    claimState === 'onHold'
      ? t('Something about it is being looked into. Please ask the seller.')
      : claimState === 'none'
        ? t('This lot is not sold with an organic claim.')
        : claim === 'ORGANIC'
          ? null
          : t(claims[claim][0])
  const paper =
    certificate && claimState === 'valid'
      ? certificate.validTo
        ? t('{{scheme}}, {{body}}, to {{date}}.', { scheme: certificate.scheme, body: certificate.body, date: dayIn(certificate.validTo, t) })
        : t('{{scheme}}, {{body}}.', { scheme: certificate.scheme, body: certificate.body })
      : null
  const number = certificate?.number && claimState === 'valid' ? t('Certificate {{number}}', { number: certificate.number }) : null
  const logo =
    certificate?.logo && claimState === 'valid' ? html`<img class="logo" src="${certificate.logo}" alt="${certificate.scheme}" loading="lazy">` : null
  return html`<div class="badge"><span class="${claimState}">${shield}</span><div><b class="${claimState}">${words}</b>${[why, paper, number, t('Checked now, {{time}}', { time: momentIn(checkedAt, t, timezone) })].map((line) => line && html`<span>${line}</span>`)}${logo}</div></div>`
}

function where({ place, square, squareShare }: PublicPage, t: Translate): Html {
  const words = placeOf(place, t)
  const map = square
    ? html`<div class="map">${squareMap(square, { square: t('10 km square'), title: t('Map: a square of 10 km in {{place}}', { place: words }) })}</div>`
    : null
  const caption = !square
    ? place.district === null
      ? t('{{place}}. We show no closer place.', { place: words })
      : t('{{place}}. Its plots are not mapped yet.', { place: words })
    : squareShare === 1
      ? t('{{place}}. The farms lie in this square; we do not show them closer.', { place: words })
      : squareShare === null
        ? t('{{place}}. More of it grew in this square than in any other; we do not show the farms closer.', { place: words })
        : t('{{place}}. {{share}} of it grew in this square, more than in any other; we do not show the farms closer.', {
            place: words,
            share: `${Math.round(squareShare * 100)}%`,
          })
  return html`<h2>${t('Where it grew')}</h2>${map}<p>${caption}</p>`
}

function who({ farmers, certificate, impact, publicText }: PublicPage, t: Translate, area: AreaUnit): Html {
  const sentence = certificate
    ? farmers === null
      ? t('A smallholder group. They hold one certificate together and inspect each other’s fields.')
      : t('A group of {{count}} small farmers. They hold one certificate together and inspect each other’s fields.', { count: farmers })
    : farmers === null
      ? t('A smallholder group.')
      : t('A group of {{count}} small farmers.', { count: farmers })
  const tiles = [
    impact?.premiumPerKg
      ? html`<div><b>${t('{{amount}} a kg', { amount: moneyFor({ minor: impact.premiumPerKg, currency: impact.currency }, localeOf(t.language)) })}</b><span>${t('paid above the market, group mean')}</span></div>`
      : null,
    impact?.organicHa
      ? html`<div><b>${numberIn(inAreaUnit(impact.organicHa, area), t)} ${t(area.name)}</b><span>${t('of organic crop in this season')}</span></div>`
      : null,
  ].filter((tile) => tile !== null)
  return html`<h2>${t('Who grew it')}</h2><p>${sentence}</p>${publicText && html`<p class="words">${publicText}</p>`}${tiles.length ? html`<div class="tiles">${tiles}</div>` : null}`
}

type Check = [label: string, value: string, good: boolean]
function checks({ checks: { inspections, gmo, syntheticSprays, plantSprays, isCounted } }: PublicPage, t: Translate): Html | null {
  const test = { NEGATIVE: t('none found'), POSITIVE: t('found'), PENDING: t('result awaited'), UNTESTED: t('not tested yet') }
  const tests: Check[] = gmo === null ? [] : [[t('GMO tests'), test[gmo], gmo === 'NEGATIVE']]
  const counts: Check[] = [
    [t('Inspections on the farms'), inspections === null ? t('not recorded') : t('{{count}} passed', { count: inspections }), (inspections ?? 0) > 0],
    [t('Synthetic sprays'), syntheticSprays === null ? t('not recorded') : String(syntheticSprays), syntheticSprays === 0],
    [t('Plant-based sprays'), plantSprays === null ? t('not recorded') : String(plantSprays), plantSprays !== null],
  ]
  // Of few farmers the counts would say what one of them did.
  const rows = [...(isCounted ? counts : []), ...tests]
  if (rows.length === 0) return null
  return html`<h2>${t('What was checked')}</h2><ul class="checks">${rows.map(([label, value, good]) => html`<li><i class="${good ? 'valid' : 'none'}">${good ? tick : html`–`}</i><span>${label}</span><b>${value}</b></li>`)}</ul>`
}

function stages({ stages: reached }: PublicPage, t: Translate): Html | null {
  if (!reached?.length) return null
  return html`<h2>${t('How far it is')}</h2><ol class="steps">${reached.map(({ label, month, isReached }) => html`<li${isReached ? '' : html` class="todo"`}><i style="color:#fff">${isReached ? tick : null}</i><div class="row"><b>${t(label)}</b><span>${month ? monthIn(month, t) : isReached ? '' : t('still to come')}</span></div></li>`)}</ol>`
}

function journey({ journey: steps }: PublicPage, t: Translate): Html | null {
  if (!steps.length) return null
  return html`<h2>${t('Its journey')}</h2><ol class="steps">${steps.map(({ step, district, from, to }) => html`<li><i style="color:#fff">${tick}</i><div class="row"><b>${t(journeySteps[step])}</b><span>${to && to !== from ? t('{{from}} to {{to}}', { from: monthIn(from, t), to: monthIn(to, t) }) : monthIn(from, t)}</span></div>${district && html`<small>${t('{{district}} district', { district: t(district) })}</small>`}</li>`)}</ol>`
}

function proof({ proof: { events, intact, hash } }: PublicPage, t: Translate, { qr, contacts: { grievance, dataProtection } }: PageFrame): Html {
  const sentence = intact
    ? events === null
      ? t('This page was worked out from what was recorded. All fingerprints were compared just now: they fit.')
      : t('This page was worked out from {{count}} records. Their fingerprints were compared just now: all fit.', { count: events })
    : t('The fingerprints of the records behind this page do not fit. Please do not rely on it, and tell the programme.')
  return html`<footer><div class="proof"><div class="qr" role="img" aria-label="${t('QR code of this page')}">${qr}</div><div><b>${t('Do not take our word')}</b><p${intact ? '' : html` class="bad"`}>${sentence}</p>${hash && html`<p><code>${t('Fingerprint {{hash}}', { hash: `${hash.slice(0, 16)}…` })}</code></p>`}</div></div>
<a class="go" href="?lang=${t.language}&amp;check=1">${t('Check again now')}</a>${turnTo(t('Complaints'), grievance)}${turnTo(t('Data protection'), dataProtection)}</footer>`
}

/** Whom to turn to, and how. */
function turnTo(what: string, contact: PublicContact | null): Html | null {
  if (!contact) return null
  const { name, email, phone } = contact
  const parts = [name, email && html`<a href="mailto:${email}">${email}</a>`, phone && html`<a href="tel:${phone}">${phone}</a>`].filter(
    (part) => part !== null,
  )
  return html`<p>${what}: ${parts.map((part, at) => html`${at ? ' · ' : ''}${part}`)}</p>`
}

const dayIn = (day: string, t: Translate): string =>
  new Intl.DateTimeFormat(localeOf(t.language), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T00:00Z`),
  )
const monthIn = (month: string, t: Translate): string =>
  new Intl.DateTimeFormat(localeOf(t.language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month.slice(0, 7)}-01T00:00Z`))
const momentIn = (moment: string, t: Translate, timezone: string): string =>
  new Intl.DateTimeFormat(localeOf(t.language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(new Date(moment))
const numberIn = (value: number, t: Translate): string => new Intl.NumberFormat(localeOf(t.language), { maximumFractionDigits: 1 }).format(value)

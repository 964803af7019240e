// The page behind a scanned code, as finished HTML: for a shopper on a slow phone, readable without JavaScript,
// nothing fetched besides itself, no cookie. It shows the allow-list (domain/trace/public-page.ts) and nothing else.
import { claims } from '#domain/kernel/terms.ts'
import { journeySteps, type PublicPage } from '#domain/trace/public-page.ts'
import { type Html, html, trusted } from './html.ts'
import { squareMap } from './square-map.ts'
import { style } from './style.ts'
import { type PublicLanguage, type Say, sayIn } from './words.ts'

export type PageFrame = {
  language: PublicLanguage
  /** Address of this page without query, absolute: what the QR says. */
  address: string
  /** Inline SVG of the QR code of `address`. */
  qr: Html
  timezone: string
}

const tick = trusted(
  '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8.5l3.2 3.2L13 5" fill="none" stroke="currentColor" stroke-width="2"/></svg>',
)
const shield = trusted(
  '<svg width="30" height="34" viewBox="0 0 30 34" aria-hidden="true"><path d="M15 2l12 4v10c0 8-5 13-12 16C8 29 3 24 3 16V6z" fill="none" stroke="currentColor" stroke-width="2.5"/></svg>',
)

/** The whole document of a crop's or lot's page. */
export function publicPage(page: PublicPage, frame: PageFrame): string {
  const say = sayIn(frame.language)
  const title = titleOf(page, say)
  return documentOf(
    say,
    `${title} · ${page.programme}`,
    html`
<header class="top"><b>${page.group}</b>${languageLink(say)}</header>
<div class="head"><p>${kicker(page, say)}</p><h1>${title}</h1>${badge(page, say, frame.timezone)}</div>
<main>${where(page, say)}${who(page, say)}${checks(page, say)}${stages(page, say)}${journey(page, say)}</main>
${proof(page, say, frame)}`,
  )
}

/** A label to print and stick on a bale or a bag; `lotNo` as it is written on scales and papers, null where there is none. */
export function publicLabel(page: PublicPage, frame: PageFrame, lotNo: string | null): string {
  const say = sayIn(frame.language)
  const title = titleOf(page, say)
  return documentOf(
    say,
    title,
    html`
<header class="top"><b>${page.group}</b>${languageLink(say)}</header>
<main><div class="label"><div class="qr">${frame.qr}</div><div><b>${title}</b>${lotNo && html`<strong>${say('Lot {{number}}', { number: lotNo })}</strong>`}<span>${page.group}</span><span>${kicker(page, say)}</span><span>${say('Scan to see where it came from')}</span></div></div>
<p class="hint">${say('Use the print command of your browser; only the label is printed.')}</p></main>`,
  )
}

/** The one answer for codes nobody made and codes that were withdrawn: nobody can tell which. */
export function publicNotFound(language: PublicLanguage): string {
  const say = sayIn(language)
  return documentOf(
    say,
    say('There is nothing at this address'),
    html`<main><h1 style="margin-top:48px">${say('There is nothing at this address')}</h1><p>${say('The code may be mistyped, or the page was withdrawn. Ask the seller for the right one.')}</p></main>`,
  )
}

/** What a browser shows at a host that is no programme's. */
export function unknownHostPage(language: PublicLanguage): string {
  const say = sayIn(language)
  return documentOf(
    say,
    say('No programme answers at this address'),
    html`<main><h1 style="margin-top:48px">${say('No programme answers at this address')}</h1><p>${say('Look for a mistyped letter in the address, or ask the people of your programme for the right one.')}</p></main>`,
  )
}

const documentOf = (say: Say, title: string, body: Html): string =>
  html`<!doctype html>
<html lang="${say.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><link rel="icon" href="data:,"><title>${title}</title><style>${trusted(style)}</style></head>
<body><div class="page">${body}</div></body></html>
`.text

const languageLink = (say: Say): Html =>
  say.language === 'hi' ? html`<a href="?lang=en" lang="en" hreflang="en">English</a>` : html`<a href="?lang=hi" lang="hi" hreflang="hi">हिन्दी</a>`

const placeOf = ({ district, state, country }: PublicPage['place'], say: Say): string =>
  [say('{{district}} district', { district: say(district) }), say(state), country === 'IN' ? say('India') : country].filter(Boolean).join(', ')

function titleOf({ product, claim, place, standing }: PublicPage, say: Say): string {
  const named = say(product)
  // Within a title the product is a word among others: "Organic cotton lint".
  const inside = say.language === 'en' ? named.charAt(0).toLowerCase() + named.slice(1) : named
  return standing === 'valid' && claim === 'ORGANIC'
    ? say('{{claim}} {{product}} from {{place}}', { claim: say('Organic'), product: inside, place: say(place.district) })
    : say('{{product}} from {{place}}', { product: named, place: say(place.district) })
}

function kicker({ product, variety, units, harvestYear, season }: PublicPage, say: Say): string {
  return [
    say(product),
    variety,
    units === null ? null : say('{{count}} bales', { count: units }),
    season
      ?.split(' ')
      .map((part) => say(part))
      .join(' ') ?? (harvestYear === null ? null : say('harvest {{year}}', { year: harvestYear })),
  ]
    .filter(Boolean)
    .join(', ')
}

function badge({ standing, claim, certificate, checkedAt }: PublicPage, say: Say, timezone: string): Html {
  const words =
    standing === 'held'
      ? say('Held back: not for sale as certified')
      : standing === 'none'
        ? say('Not certified')
        : claim === 'ORGANIC'
          ? say('Certified organic, valid')
          : say('In conversion to organic, valid')
  const why =
    standing === 'held'
      ? say('Something about it is being looked into. Please ask the seller.')
      : standing === 'none'
        ? say('This lot is not sold with an organic claim.')
        : claim === 'ORGANIC'
          ? null
          : say(claims[claim][0])
  const paper =
    certificate && standing === 'valid'
      ? certificate.validTo
        ? say('{{scheme}}, {{body}}, to {{date}}.', { scheme: certificate.scheme, body: certificate.body, date: dayIn(certificate.validTo, say) })
        : say('{{scheme}}, {{body}}.', { scheme: certificate.scheme, body: certificate.body })
      : null
  const number = certificate?.number && standing === 'valid' ? say('Certificate {{number}}', { number: certificate.number }) : null
  return html`<div class="badge"><span class="${standing}">${shield}</span><div><b class="${standing}">${words}</b>${[why, paper, number, say('Checked now, {{time}}', { time: momentIn(checkedAt, say, timezone) })].map((line) => line && html`<span>${line}</span>`)}</div></div>`
}

function where({ place, square, squareShare }: PublicPage, say: Say): Html {
  const words = placeOf(place, say)
  const map = square
    ? html`<div class="map">${squareMap(square, { square: say('10 km square'), title: say('Map: a square of 10 km in {{place}}', { place: words }) })}</div>`
    : null
  const told = !square
    ? say('{{place}}. Its plots are not mapped yet.', { place: words })
    : squareShare === 1
      ? say('{{place}}. The farms lie in this square; we do not show them closer.', { place: words })
      : say('{{place}}. {{share}} of it grew in this square, more than in any other; we do not show the farms closer.', {
          place: words,
          share: `${Math.round((squareShare ?? 0) * 100)}%`,
        })
  return html`<h2>${say('Where it grew')}</h2>${map}<p>${told}</p>`
}

function who({ farmers, certificate, impact }: PublicPage, say: Say): Html {
  const sentence = certificate
    ? farmers === null
      ? say('A smallholder group. They hold one certificate together and inspect each other’s fields.')
      : say('A group of {{count}} small farmers. They hold one certificate together and inspect each other’s fields.', { count: farmers })
    : farmers === null
      ? say('A smallholder group.')
      : say('A group of {{count}} small farmers.', { count: farmers })
  const tiles = [
    impact?.premiumPerKg
      ? html`<div><b>${say('{{amount}} a kg', { amount: moneyIn(impact.premiumPerKg, impact.currency) })}</b><span>${say('paid above the market, group mean')}</span></div>`
      : null,
    impact?.organicHa ? html`<div><b>${numberIn(impact.organicHa)} ha</b><span>${say('of organic crop in this season')}</span></div>` : null,
  ].filter((tile) => tile !== null)
  return html`<h2>${say('Who grew it')}</h2><p>${sentence}</p>${tiles.length ? html`<div class="tiles">${tiles}</div>` : null}`
}

function checks({ checks: { inspections, gmo, syntheticSprays, plantSprays } }: PublicPage, say: Say): Html {
  const test = { NEGATIVE: say('none found'), POSITIVE: say('found'), PENDING: say('result awaited'), UNTESTED: say('not tested yet') }
  const rows: [label: string, value: string, good: boolean][] = [
    [say('Inspections on the farms'), inspections === null ? say('not recorded') : say('{{count}} passed', { count: inspections }), (inspections ?? 0) > 0],
    [say('Synthetic sprays'), syntheticSprays === null ? say('not recorded') : String(syntheticSprays), syntheticSprays === 0],
    [say('Plant-based sprays'), plantSprays === null ? say('not recorded') : String(plantSprays), plantSprays !== null],
    ...(gmo === null ? [] : [[say('GMO tests'), test[gmo], gmo === 'NEGATIVE'] as [string, string, boolean]]),
  ]
  return html`<h2>${say('What was checked')}</h2><ul class="checks">${rows.map(([label, value, good]) => html`<li><i class="${good ? 'valid' : 'none'}">${good ? tick : html`–`}</i><span>${label}</span><b>${value}</b></li>`)}</ul>`
}

function stages({ stages: reached }: PublicPage, say: Say): Html | null {
  if (!reached?.length) return null
  return html`<h2>${say('How far it is')}</h2><ol class="steps">${reached.map(({ label, month, isReached }) => html`<li${isReached ? '' : html` class="todo"`}><i style="color:#fff">${isReached ? tick : null}</i><div class="row"><b>${say(label)}</b><span>${month ? monthIn(month, say) : isReached ? '' : say('still to come')}</span></div></li>`)}</ol>`
}

function journey({ journey: steps }: PublicPage, say: Say): Html | null {
  if (!steps.length) return null
  return html`<h2>${say('Its journey')}</h2><ol class="steps">${steps.map(({ step, district, from, to }) => html`<li><i style="color:#fff">${tick}</i><div class="row"><b>${say(journeySteps[step])}</b><span>${to && to !== from ? say('{{from}} to {{to}}', { from: monthIn(from, say), to: monthIn(to, say) }) : monthIn(from, say)}</span></div>${district && html`<small>${say('{{district}} district', { district: say(district) })}</small>`}</li>`)}</ol>`
}

function proof({ proof: { events, intact, hash } }: PublicPage, say: Say, { qr }: PageFrame): Html {
  const sentence = intact
    ? say('This page was worked out from {{count}} records. Their fingerprints were compared just now: all fit.', { count: events })
    : say('The fingerprints of the records behind this page do not fit. Please do not rely on it, and tell the programme.')
  return html`<footer><div class="proof"><div class="qr" role="img" aria-label="${say('QR code of this page')}">${qr}</div><div><b>${say('Do not take our word')}</b><p${intact ? '' : html` class="bad"`}>${sentence}</p>${hash && html`<p><code>${say('Fingerprint {{hash}}', { hash: `${hash.slice(0, 16)}…` })}</code></p>`}</div></div>
<a class="go" href="?lang=${say.language}&amp;check=1">${say('Check again now')}</a></footer>`
}

const localeOf = (say: Say): string => (say.language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-GB')
const dayIn = (day: string, say: Say): string =>
  new Intl.DateTimeFormat(localeOf(say), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T00:00Z`))
const monthIn = (month: string, say: Say): string =>
  new Intl.DateTimeFormat(localeOf(say), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month.slice(0, 7)}-01T00:00Z`))
const momentIn = (moment: string, say: Say, timezone: string): string =>
  new Intl.DateTimeFormat(localeOf(say), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(new Date(moment))
const numberIn = (value: number): string => new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 }).format(value)
const moneyIn = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency, maximumFractionDigits: minor % 100 ? 2 : 0 }).format(minor / 100)

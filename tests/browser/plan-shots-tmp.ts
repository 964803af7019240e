import { launchBrowser } from './launch.ts'
import { signInOverHttp } from '../../src/server/dev/sign-in.ts'
const origin = process.env.ORIGIN ?? 'http://cotton.localhost:3485'
const browser = await launchBrowser()
const tokenOf = async (who: string) => signInOverHttp(origin, who)
const omar = await tokenOf('omar@cotton')
const api = async (path: string) => (await fetch(`${origin.replace('cotton.localhost', '127.0.0.1')}/api/operators/OP1${path}`, { headers: { host: 'cotton.localhost:3485', authorization: `Bearer ${omar.accessToken}` } })).json()
const find = async (path: string) => { const { request } = await import('node:http'); return new Promise<any>((done) => { const r = request({ host: '127.0.0.1', port: 3485, path: `/api/operators/OP1${path}`, headers: { host: 'cotton.localhost:3485', authorization: `Bearer ${omar.accessToken}` } }, (res) => { let t = ''; res.on('data', (d) => (t += d)); res.on('end', () => done(JSON.parse(t))) }); r.end() }) }
const states = await find('/planevent?limit=200&sort=due&filter[status]=DUE')
console.log('due', states.items?.length, states.items?.[0]?.name)
const counts: Record<string, unknown> = {}
for (const s of ['PLANNED','DUE','DONE_ON_TIME','DONE_LATE','MISSED','SKIPPED','NOT_APPLICABLE']) counts[s] = (await find(`/planevent?limit=1&count=true&filter[status]=${s}`)).total
console.log(JSON.stringify(counts))
const cotton = (await find('/crop?limit=200&filter[status]=HARVESTING')).items.find((c: any) => c.popId)
const wheat = (await find('/crop?limit=200&filter[status]=GROWING')).items.find((c: any) => c.popId && /Wheat/.test(c.title))
const pops = (await find('/pop?limit=10')).items
console.log(cotton?.title, wheat?.title, pops.map((p: any) => p.title))
const cookies = omar.cookie.split(/;\s*/).map((c) => { const [name, ...v] = c.split('='); return { name: name!, value: v.join('='), url: origin } })
const shot = async (name: string, path: string, width: number, language: string, after?: (page: any) => Promise<void>) => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: language })
  await context.addCookies(cookies)
  await context.addInitScript(`try{localStorage.setItem('language','${language}');localStorage.setItem('farmbook.language','${language}');localStorage.setItem('i18nextLng','${language}')}catch{}`)
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log(name, 'PAGEERROR', e.message))
  page.on('console', (m) => m.type() === 'error' && console.log(name, 'console', m.text().slice(0, 200)))
  await page.goto(origin + path)
  await page.waitForTimeout(3500)
  if (after) await after(page)
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true })
  await context.close()
}
const base = '/private/farmbook/OP1'
const only = process.env.ONLY?.split(',')
const jobs: [string, string, number, string][] = []
for (const [width, lang] of [[1280, 'en'], [390, 'hi'], [390, 'en'], [1280, 'hi']] as const) {
  jobs.push([`crop-${width}-${lang}`, `${base}/crop/${(width === 1280 ? cotton : wheat)?.id ?? wheat?.id}`, width, lang])
  jobs.push([`day-${width}-${lang}`, `${base}/planevent/list?mode=day`, width, lang])
  jobs.push([`season-${width}-${lang}`, `${base}/planevent/list?mode=season&filter[status]=PLANNED,DUE,MISSED,DONE_ON_TIME`, width, lang])
  jobs.push([`pop-${width}-${lang}`, `${base}/pop/${pops[0]?.id}?tab=crops`, width, lang])
}
jobs.push(['edit-1280-en', `${base}/pop/create?duplicate_from_id=${pops[0]?.id}&name=x`, 1280, 'en'], ['edit-390-hi', `${base}/pop/create?duplicate_from_id=${pops[0]?.id}&name=x`, 390, 'hi'])
for (const job of jobs) if (!only || only.some((o) => job[0].startsWith(o))) await shot(...job)
await browser.close()

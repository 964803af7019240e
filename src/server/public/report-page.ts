// The page behind the code on a paper or workbook: which report it is, and whether this product made it. A file or a hash is compared in the browser
// (check-script.ts): nothing is sent. Everything else is readable without JavaScript.
import type { Language } from '#domain/messages/languages.ts'
import { type Translate, translatorOf } from '../messages/tables.ts'
import { checkScriptPath } from './check-script.ts'
import { html, trusted } from './html.ts'
import { documentOf, languageLinks, shield } from './page.ts'

export const reportCheckAddress = '/public/report'

export type ReportPage = {
  programme: string
  /** Label and value, in the language of the page. */
  lines: readonly (readonly [string, string])[]
  /** SHA-256 of the rows. */
  rowsHash: string
  /** Of the bytes of files of the same rows. */
  fileHashes: readonly string[]
}

const style = trusted(
  `<style>
.top{flex-wrap:wrap;gap:6px 12px}
.top b{flex:1 1 220px}
.top nav{gap:4px}
@media(max-width:479px){.top nav{justify-content:flex-start}.top a{padding:8px 7px;font-size:15px}}
main{padding-top:16px}
.page{max-width:640px}
dl{margin:0;display:grid;grid-template-columns:minmax(112px,34%) minmax(0,1fr);gap:8px 12px}
dt{color:var(--ink2)}
dd{margin:0}
.wide{grid-column:1/-1}
dd.wide{margin-top:-6px}
h2+p{margin-top:0}
label{display:block;font-weight:600;margin:12px 0 4px}
#compare{border:2px dashed #B9C4BD;border-radius:8px;padding:16px;margin-top:8px}
#compare.over{background:var(--softer)}
#compare label:first-child{margin-top:0}
input:not([type=hidden]){width:100%;min-width:0;min-height:44px;font:inherit;border:1px solid #8A968F;border-radius:6px;padding:8px;background:#fff}
button{min-height:44px;margin-top:12px;padding:8px 20px;font:inherit;font-weight:600;color:#fff;background:var(--deep);border:0;border-radius:6px}
output{display:block;margin-top:12px;font-weight:600}
output:empty{display:none}
</style>`,
)

const wordsOf = (t: Translate) => ({
  same: t('The same: it has the rows of this report.'),
  other: t('Not the same as this report. Another format of it, or a file that was opened and saved again, differs too.'),
  noHash: t('This is no SHA-256 hash: it has 64 letters and figures.'),
  cannot: t('This browser cannot work it out here.'),
})

export function reportPage({ programme, lines, rowsHash, fileHashes }: ReportPage, language: Language): string {
  const t = translatorOf(language)
  const title = t('Check of a report')
  return documentOf(
    t,
    `${title} · ${programme}`,
    html`${style}
<header class="top"><b>${programme}</b>${languageLinks(t)}</header>
<div class="head"><h1>${title}</h1><div class="badge"><span class="valid">${shield}</span><div><b class="valid">${t('This product made this file')}</b><span>${t('Compare what the paper says with what is written here.')}</span></div></div></div>
<main><dl>${lines.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}<dt class="wide">${t('SHA-256 of the rows')}</dt><dd class="wide"><code>${rowsHash}</code></dd></dl>
<h2>${t('Compare a file')}</h2><p>${t('Nothing leaves your device: the comparison is made in this browser.')}</p>
<div id="compare" data-rows="${rowsHash}" data-files="${fileHashes.join(' ')}" data-words="${JSON.stringify(wordsOf(t))}"><label for="file">${t('The file, as CSV, JSON, PDF or workbook')}</label><input id="file" type="file"><label for="hash">${t('Or the hash that it says')}</label><input id="hash" autocomplete="off" spellcheck="false" maxlength="100"><output for="file hash" aria-live="polite"></output></div>
<script src="${checkScriptPath}" defer></script></main>`,
  )
}

/** For whoever has a file or a code and no address, and for a code or file that is not known here. */
export function reportSearchPage(programme: string, isUnknown: boolean, language: Language): string {
  const t = translatorOf(language)
  const title = isUnknown ? t('No report has this code') : t('Check a report')
  const says = isUnknown
    ? t(
        'Compare the code with the paper once more. If it is the same, nothing is known here of a file with this code. Of a file: it is none of ours, or it was opened and saved again. Of a CSV file enter the code at the end of its name.',
      )
    : t('Whether this programme made a file, and of what. A CSV file has its code at the end of its name.')
  return documentOf(
    t,
    `${title} · ${programme}`,
    html`${style}
<header class="top"><b>${programme}</b>${languageLinks(t)}</header>
<main><h1>${title}</h1><p>${says}</p>
<form action="${reportCheckAddress}"><input type="hidden" name="lang" value="${t.language}"><label for="code">${t('Code of the paper or file')}</label><input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="80" required><button>${t('Look it up')}</button></form>
<h2>${t('Or the file itself')}</h2><p>${t('The file stays on your device. Its SHA-256 hash is worked out in this browser and looked up here. CSV files and linked data are not found in this way: enter the code at the end of their name.')}</p>
<div id="compare" data-rows="" data-files="" data-lookup="${reportCheckAddress}" data-words="${JSON.stringify(wordsOf(t))}"><label for="file">${t('The file, as PDF, workbook, JSON or ZIP')}</label><input id="file" type="file"><output for="file" aria-live="polite"></output></div>
<script src="${checkScriptPath}" defer></script></main>`,
  )
}

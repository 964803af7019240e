// The script of the page that checks a report: SHA-256 of a file, or a hash that was pasted, against those of the page. Plain JavaScript as browsers get
// it, because public pages are not built; it sends nothing of a file and writes text alone; on the page without a code it opens what is known of the hash. Of JSON it hashes the rows (RFC 8785), of everything the bytes.

export const checkScriptPath = '/api/public/report-check.js'

export const checkScript = `'use strict'
const box = document.getElementById('compare')
const answer = box.querySelector('output')
const words = JSON.parse(box.dataset.words)
const known = [box.dataset.rows, ...box.dataset.files.split(' ')]
const canonical = (value) =>
  Array.isArray(value) ? '[' + value.map(canonical).join(',') + ']'
  : value !== null && typeof value === 'object' ? '{' + Object.keys(value).sort().map((name) => JSON.stringify(name) + ':' + canonical(value[name])).join(',') + '}'
  : JSON.stringify(value)
const hashOf = async (bytes) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
const show = (word, isGood) => {
  answer.textContent = words[word]
  answer.className = isGood ? 'valid' : 'bad'
}
const rowsOf = (bytes) => {
  try {
    const { rows } = JSON.parse(new TextDecoder().decode(bytes))
    return Array.isArray(rows) ? rows : null
  } catch {
    return null
  }
}
// The last thing asked is the one answered, whichever is read first.
let turn = 0
const compareFile = async (file) => {
  if (!file) return
  const mine = ++turn
  try {
    const bytes = await file.arrayBuffer()
    if (box.dataset.lookup) {
      const hash = await hashOf(bytes)
      if (mine === turn) location.assign(box.dataset.lookup + '?' + new URLSearchParams({ code: hash, lang: document.documentElement.lang }))
      return
    }
    const rows = rowsOf(bytes)
    const found = [await hashOf(bytes), ...(rows ? [await hashOf(new TextEncoder().encode(canonical(rows)))] : [])]
    const isSame = found.some((hash) => known.includes(hash))
    if (mine === turn) show(isSame ? 'same' : 'other', isSame)
  } catch {
    if (mine === turn) show('cannot', false)
  }
}
const compareHash = (typed) => {
  turn++
  const hash = typed.replace(/[^0-9a-z]/gi, '').toLowerCase().replace(/^sha256/, '')
  if (hash === '') answer.textContent = ''
  else if (!/^[0-9a-f]{64}$/.test(hash)) show('noHash', false)
  else show(known.includes(hash) ? 'same' : 'other', known.includes(hash))
}
document.getElementById('file').addEventListener('change', (event) => compareFile(event.target.files[0]))
const typed = document.getElementById('hash')
if (typed) typed.addEventListener('input', (event) => compareHash(event.target.value))
// Anywhere on the page: a browser would open what is dropped beside the box.
document.addEventListener('dragover', (event) => {
  event.preventDefault()
  box.classList.add('over')
})
document.addEventListener('dragleave', () => box.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  box.classList.remove('over')
  compareFile(event.dataTransfer.files[0])
})
`

// The public page's whole style sheet: small, readable in the sun, printable. System fonts, so that nothing is fetched.
import { fontFaces, fontFamilies } from './fonts.ts'

export const style = `${fontFaces}
:root{--deep:#2F5D47;--soft:#DCE8E1;--softer:#F1F6F3;--ink:#1E2622;--ink2:#56625B;--line:#E2E8E4}
*{box-sizing:border-box}
body{margin:0;background:#F7F9F7;color:var(--ink);font:16px/1.5 ${fontFamilies},Mukta,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
.page{max-width:480px;margin:0 auto;background:#fff;min-height:100vh;display:flex;flex-direction:column}
.top{background:var(--deep);color:#fff;display:flex;flex-wrap:wrap;align-items:center;gap:6px 12px;padding:10px 20px;min-height:52px}
.top b{flex:1 1 auto;max-width:100%;font-weight:600}
.top nav{display:flex;flex-wrap:wrap;gap:6px}
.top a{color:#fff;border:1px solid rgb(255 255 255/60%);border-radius:6px;padding:8px 14px;min-height:44px;display:inline-flex;align-items:center;text-decoration:none}
.head{background:var(--soft);padding:16px 20px 18px}
.head p{margin:0;font-size:14px;color:#2A4F3D}
h1{font-size:26px;line-height:1.2;font-weight:600;margin:4px 0 14px}
h2{font-size:18px;line-height:1.3;font-weight:600;margin:24px 0 8px}
.badge{background:#fff;border-radius:8px;padding:14px 16px;display:flex;gap:14px;align-items:flex-start}
.badge svg{flex:none;margin-top:2px}
.badge div{flex:1;min-width:0}
.badge b{display:block;font-size:16.5px;font-weight:600}
.badge div span{display:block;font-size:14px;line-height:1.4;color:var(--ink2)}
.badge .logo{display:block;max-width:160px;max-height:48px;margin-top:10px}
.valid{color:#2B7A4B}.onHold{color:#B3362B}.none{color:#56625B}
main{padding:0 20px 24px;flex:1}
main p{margin:8px 0}
.words{white-space:pre-line}
.map{border-radius:8px;overflow:hidden;border:1px solid var(--line)}
.map svg{display:block;width:100%;height:auto}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:10px;margin-top:12px}
.tiles div{background:var(--softer);border-radius:8px;padding:10px 14px}
.tiles b{font-size:20px;font-weight:600;display:block;font-variant-numeric:tabular-nums}
.tiles span{display:block;font-size:14px;line-height:1.35;color:var(--ink2)}
.checks{list-style:none;margin:0;padding:0}
.checks li{display:flex;gap:12px;align-items:center;padding:9px 0;border-top:1px solid var(--line)}
.checks li span{flex:1 1 45%;min-width:0}
.checks i{flex:none;width:18px;font-style:normal;text-align:center}
.checks b{font-weight:600;text-align:right;max-width:55%;min-width:0}
.steps{list-style:none;margin:8px 0 0;padding:0}
.steps li{position:relative;padding:0 0 18px 40px;min-height:44px}
.steps li::before{content:"";position:absolute;left:13px;top:28px;bottom:0;width:2px;background:var(--line)}
.steps li:last-child::before{display:none}
.steps i{position:absolute;left:0;top:0;width:28px;height:28px;border-radius:50%;background:var(--deep);display:grid;place-items:center}
.steps .todo i{background:#fff;border:2px dashed #B9C4BD}
.steps .todo{color:var(--ink2)}
.steps b{font-weight:600}
.steps .row{display:flex;flex-wrap:wrap;gap:0 12px;justify-content:space-between}
.steps .row span,.steps small{font-size:14px;color:var(--ink2)}
footer{background:var(--softer);border-top:1px solid var(--line);padding:20px}
.proof{display:flex;gap:16px;align-items:flex-start}
.qr{flex:none;width:104px;background:#fff;border:1px solid var(--line);border-radius:6px;padding:6px}
.qr svg{display:block;width:100%;height:auto}
.proof>div:not(.qr){flex:1;min-width:0}
.proof b{font-weight:600}
.proof p{margin:2px 0 0;font-size:14px;color:var(--ink2)}
.bad,.proof .bad{color:#B3362B}
code{font-family:Hindi,ui-monospace,Menlo,Consolas,monospace;font-size:12px;word-break:break-all}
.go{display:flex;align-items:center;justify-content:center;min-height:50px;margin-top:16px;background:#F79023;color:#1D1206;border-radius:8px;font-weight:600;text-decoration:none;border:1px solid #D67C1E}
.links{display:flex;justify-content:center;gap:24px;margin-top:12px;font-size:15px}
.links a{color:#1E67A8;min-height:44px;display:inline-flex;align-items:center}
a:focus-visible{outline:3px solid #1E67A8;outline-offset:2px}
.label{box-sizing:border-box;width:min(100mm,calc(100% - 32px));margin:24px auto;padding:6mm;border:1px solid #999;border-radius:3mm;background:#fff;display:grid;grid-template-columns:minmax(28mm,38mm) minmax(0,1fr);gap:5mm;align-items:center}
.label .qr{width:100%;border:0;padding:0}
.label b{display:block;font-size:17px;line-height:1.25}
.label strong{display:block;font-size:15px;margin-top:4px;overflow-wrap:anywhere}
.label span{display:block;font-size:13px;color:#333;margin-top:2px}
.hint{text-align:center;color:var(--ink2);font-size:14px;padding:0 20px}
@media print{body,.page{background:#fff}.top a,.go,.links,.hint{display:none}.top,.head,.tiles div,.steps i,footer{print-color-adjust:exact;-webkit-print-color-adjust:exact}.label{width:100mm;margin:0;border-color:#000}.page{max-width:none;min-height:0}}
`

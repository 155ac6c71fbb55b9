"""How the shop does things: returns, delivery, cards, events, hours, repairs, used books.

One passage a line, its key before the bar. Several are near twins on purpose (old and new terms,
one country's delivery beside another's), because that is where lexical retrieval goes astray.
"""
# ruff: noqa: E501 -- a table keeps one record to a line

POLICIES = """
returns-new | Changed your mind? A new book can come back within 30 days of the day you bought it, unread and with its spine uncreased. Bring the receipt or the order number and we refund the card you paid with, usually inside five working days.
returns-old-terms | Terms for orders placed before 1 January 2026: unread new books could be returned within 14 days, for a credit note only. These terms still hold for those older orders and for nothing else.
returns-used | Second-hand books may be brought back within 7 days of purchase. We exchange them or give a credit note; money is not refunded on used stock, whatever the reason.
returns-gifts | A present bought here in November or December can be exchanged without a receipt until 31 January, as long as our label is still on the back. Gift exchanges are made at the price on the day, never for cash.
returns-faulty | Missing pages, upside-down bindings and other printing faults have no time limit. Send a photograph of the fault to desk@ladderandwren.example and we post a replacement at our own expense.
returns-post | Parcels coming back to us go to Ladder & Wren, Unit 3, The Ropewalk, Aldermouth, and not to the shop on Cooper Street. The sender pays the postage unless the mistake was ours; please keep the proof of posting.
returns-special-order | Books we have ordered in specially for a customer cannot be returned unless they are faulty. That is why we ask for a deposit of £5 a title before ordering.
returns-audiobook | Audiobook codes sold at the till can be refunded until the moment they are redeemed. After that the download company's own terms apply and we can only wish you luck.
damaged-in-post | If a parcel arrives battered, tell us within 3 days and keep the wrapping. We either send a fresh copy or refund half the price and let you keep the bruised one.
delivery-home-standard | Within the country, standard delivery costs £2.80 and takes two to four working days. It is free on orders of £40 or more.
delivery-home-next-day | Next-day delivery inside the country costs £6.50. Order by 1 pm from Monday to Thursday; orders placed on Friday go out on Monday.
delivery-bicycle | Inside Aldermouth we deliver by cargo bicycle every afternoon except Sunday, for £1 a parcel. In a gale warning the bicycle stays in and so does Marcus.
delivery-ireland | To Ireland we post twice a week. A parcel of up to 2 kg costs £7.20 and takes four to six working days; there is no customs form to fill in.
delivery-france | Parcels to France cost £9.40 up to 2 kg and take five to seven working days. Import tax is paid in advance by us, so nothing is collected at the door.
delivery-germany | Parcels to Germany cost £9.40 up to 2 kg and take six to eight working days. Please give a telephone number, because the carrier insists on one.
delivery-netherlands | To the Netherlands we charge £8.90 for up to 2 kg. Allow four to six working days, and a little longer for the islands.
delivery-spain | Parcels to mainland Spain cost £10.20 up to 2 kg and need seven to nine working days. We do not post to the Canary Islands.
delivery-italy | Parcels to Italy cost £10.60 for up to 2 kg. They take eight to twelve working days, most of which is spent in one depot outside Milan.
delivery-poland | Parcels to Poland cost £9.80 up to 2 kg and arrive in seven to ten working days. Parcel lockers are possible if you send us the locker's number.
delivery-sweden | To Sweden a parcel of up to 2 kg costs £11.00 and takes six to nine working days. The recipient collects it from a shop and needs identification.
delivery-norway | To Norway we charge £12.50 for up to 2 kg, six to ten working days. Books enter free of duty, but anything else in the parcel may be taxed on arrival.
delivery-switzerland | To Switzerland we charge £13.00 for up to 2 kg and allow five to eight working days. Swiss customs may ask the recipient for a handling fee, which we cannot pay for you.
delivery-united-states | Parcels to the United States cost £16.50 for up to 2 kg and take ten to fifteen working days. We post on Wednesdays only.
delivery-canada | Parcels to Canada cost £17.00 for up to 2 kg and take twelve to eighteen working days. Tracking stops at the border; after that one has to trust.
delivery-australia | Parcels to Australia cost £19.50 up to 2 kg by air and take twelve to twenty working days. Sea mail has been discontinued.
delivery-japan | Parcels to Japan cost £18.00 up to 2 kg and take nine to fourteen working days. Write the address in English letters, please, as our label printer knows no others.
delivery-heavy | Any parcel over 2 kg going abroad is weighed and quoted one by one. Write to post@ladderandwren.example with the list of titles and we answer within a working day.
delivery-old-rates | Postage table of 2024, kept for reference: home delivery £2.20, Ireland £6.00, France and Germany £8.10, United States £14.00. These rates ended on 31 December 2024.
delivery-collect | Click and collect is free. We hold a collected order behind the till for 10 days and send one reminder; after that the books go back on the shelf and the money back to you.
tracking | Every parcel that costs £6 or more to send is tracked, and the number is in the dispatch message. Cheaper ones travel untracked, and for those we can only say when they left.
gift-cards | Gift cards are sold for any amount from £5 to £200 and are valid for three years from the day of sale. They work in the shop and online, and what is left over stays on the card.
gift-cards-lost | A lost gift card can be blocked and replaced if you have the receipt or the last four digits of its number. Without either we cannot tell it from any other card.
gift-cards-old-paper | The green paper book tokens sold before 2020 have no end date. They can be spent in the shop but not online, and no change is given.
gift-wrapping | We wrap presents in plain brown paper with a printed ribbon for £1.50 a book. Between 1 and 24 December wrapping is free and done by volunteers for the lifeboat.
loyalty | The Rung Card gives one stamp for every £10 spent on new books. Ten stamps are worth £8 off; stamps do not expire, but a full card must be used within a year.
loyalty-excluded | No stamps are given on the Rung Card for used books, gift cards, event tickets or school orders. Sale books count as normal.
student-discount | Students and apprentices get 10 per cent off new books on showing a valid card at the till. It cannot be combined with a Rung Card reward, and it does not apply online.
school-orders | Schools and libraries receive 15 per cent off orders of ten copies or more, on invoice, payable within 30 days. Write to schools@ladderandwren.example; the till cannot do this.
price-match | We do not match online prices. If you find a book cheaper in another independent shop within twenty miles, we will usually meet it, and always ask after the shop.
payment | We take cash, all usual cards and gift cards. Cheques were given up in 2023. Above £500 we ask for a bank transfer.
layaway | Books over £50 can be paid in three monthly parts without interest. The book stays in our safe until the last part is paid.
hours-winter | From October to March the shop opens at 9.30 and closes at 17.30, Monday to Saturday. On Sundays in winter we are shut, except for the four before Christmas, from 11 to 16.
hours-summer | From April to September the shop is open from 9 to 18.30 on weekdays and Saturdays, and from 11 to 16 on Sundays.
hours-holidays | We are closed on 25 and 26 December, on 1 January and on Good Friday. On 24 December the shutters come down at 14.
hours-cellar | The cellar, where the used books are, opens an hour later than the shop and closes half an hour before it, because somebody has to carry the cash box down.
getting-here | Ladder & Wren is at 14 Cooper Street, five minutes on foot from the ferry landing. The number 6 bus stops at Chandlers' Row, opposite the door. There is no parking on the street; use the quay car park.
access | The ground floor and the children's corner are free of steps. A lift reaches the first floor; the cellar has eleven steep steps and no lift, so tell us what you want and we bring boxes up.
dogs | Dogs on a lead are welcome on the ground floor. They may not enter the children's corner, and the cellar stairs are not for paws.
coffee | There is a coffee machine on the first floor landing, £1.20 a cup, honesty box. Cups with lids only near the art books, please.
childrens-corner | The children's corner has low shelves, a rug and a ship. Story time is on Saturdays at 10.30 and Wednesdays at 15.45 in term time, free, for ages three to seven. A grown-up has to stay.
childrens-parties | The children's corner can be hired for birthday parties on Sunday mornings for £60: two hours, up to twelve children, one story and a book for the birthday child. Bring your own cake.
events-tickets | Tickets for evening readings cost £6, or £4 with a Rung Card, and the price comes off any book by the author bought that night. Seats are not numbered; doors open at 18.45.
events-refund | Event tickets are refunded in full up to 48 hours before the start. Later than that we cannot repay them, but you may pass yours on to somebody else. If we cancel, everybody is repaid.
events-online | Readings with the small microphone sign are also streamed. The link costs £3, and the recording can be watched for 14 days afterwards.
book-clubs | Three reading groups meet in the shop: crime on the first Tuesday of the month, translated fiction on the second Thursday and poetry on the last Friday, each at 19. Members get 10 per cent off the month's title.
signed-copies | After readings we keep signed stock at the ordinary price. For a personal dedication order at least a week before the event and write the name in the order's note; we cannot do dedications afterwards.
author-submissions | Self-published authors from the county may leave two copies on sale or return for six months. The shop keeps 35 per cent of the cover price. Ask for Bettina on a Tuesday.
used-buying | We buy used books on Thursdays between 10 and 13, no appointment, at most two boxes a person. We pay 30 per cent of our selling price in cash or 45 per cent as credit.
used-not-wanted | We cannot take encyclopaedias, textbooks more than five years old, former library copies or anything that has met damp. Please do not leave boxes at the door overnight.
used-house-clearance | For whole libraries and house clearances Bettina comes to look, free within fifteen miles. She needs about a week's notice and prefers stairs to attics.
used-grading | Our used books are graded in pencil inside the cover: A is as new, B is read with care, C has notes or a worn spine, D is for reading in the bath.
repairs | The bindery on the first floor mends books on Mondays and Fridays. Re-gluing a loose spine costs £12, a torn page £3 and a new cloth case from £45; allow three weeks.
repairs-not-taken | The bindery does not take in photograph albums, anything with mould, or books printed before 1800, which belong with a conservator. We keep a list of three whom we trust.
repairs-estimate | Estimates for binding work are free and hold for two months. If the job turns out to cost more than a fifth above the estimate, we ring before going on.
rare-viewing | Books from the glass case may be looked at by appointment, on weekday afternoons, with clean hands and no gloves. We ask for an address but not for a reason.
rare-holds | A book from the glass case can be held for 48 hours on the strength of your word. Longer holds need a deposit of one tenth of the price.
ordinary-holds | Any ordinary book can be put aside for you for 5 days, no deposit. Ring or ask at the till; we keep it under your surname.
special-orders | What we do not have we can usually order. Books in print from home publishers come in two to three working days, imports in two to five weeks. We send a text message when they arrive.
out-of-print | For titles that are out of print we keep a search list. Searching is free; if we find a copy we name a price and you are free to say no.
lost-property | Things left behind in the shop are kept for a month in the drawer under the globe. Umbrellas, of which there are many, are lent out in the rain.
privacy | We keep your address only as long as an order needs it and the reading-group list until you ask to be taken off. We sell books, not lists.
newsletter | The shop letter comes out by email on the first Sunday of every month. Each one carries a code for free home delivery that works until the next letter.
jobs | We take on two Saturday helpers each spring, from sixteen years of age. Applications, handwritten and with a paragraph on a book you disliked, are due by the end of February.
charity | One per cent of what is spent in the cellar goes to the Aldermouth lifeboat. In 2025 that came to £1,140, or one new outboard motor.
staff-picks | The card under a book with a small bird on it marks a staff choice. Each bookseller may have six at a time and must give one up to add another.
"""

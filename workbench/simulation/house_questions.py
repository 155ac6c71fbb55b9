"""What customers ask about hours, events, the bindery, used and rare books: blocks as in post."""
# ruff: noqa: E501 -- a block keeps one answer to a line

HOUSE_QUESTIONS = """
gold: hours-winter
q: What time does the shop close on a Tuesday in January?
ref: 17.30.
ok: In winter, October to March, we close at 17.30 from Monday to Saturday.
miss: On weekdays we close at 18.30.
misread: At 16.
vague: In the late afternoon.

gold: hours-winter
q: Are you open Sundays in February?
ref: No. In winter the shop is shut on Sundays, except the four before Christmas.
ok: No, in winter we're shut on Sundays, apart from the four before Christmas.
miss: Yes, from 11 to 16.
misread: Yes, on four Sundays from 11 to 16.
generic: Most shops in the centre open on Sundays from about noon.

gold: hours-summer
q: opening time on a Saturday in july?
ref: 9 o'clock.
ok: In summer we open at 9 on Saturdays.
miss: We open at 9.30.
misread: At 11.
vague: In the morning.

gold: hours-summer + hours-winter
q: By how much longer are you open on a weekday in summer than in winter?
ref: One and a half hours: summer 9 to 18.30 (9.5 hours), winter 9.30 to 17.30 (8 hours).
ok: An hour and a half: 9 to 18.30 in summer against 9.30 to 17.30 in winter.
miss: The hours are the same all year.
partial: In summer we are open from 9 to 18.30 on weekdays.
misread: By one hour, since we close at 18.30 and not at 17.30.

gold: hours-holidays
q: How late can I do my last-minute shopping on Christmas Eve?
ref: Until 14 (the shutters come down at 14 on 24 December).
ok: Until 14. On 24 December the shutters come down then.
miss: Until 17.30, like any winter weekday.
misread: You can't, we are closed on 24, 25 and 26 December.
extra: Until 14, and until 16 if you ring the bell.

gold: hours-cellar + hours-summer
q: I want to rummage among the used books on a Wednesday in August. From when until when?
ref: From 10 to 18: the shop is open 9 to 18.30, the cellar opens an hour later and closes half an hour earlier.
ok: From 10 to 18. The shop is open 9 to 18.30, and the cellar opens an hour later and closes half an hour earlier.
miss: From 10 to 13, as on Thursdays.
partial: The cellar opens an hour later than the shop and closes half an hour before it.
misread: From 9 to 18.30.

gold: getting-here
q: I'm coming by car. Where do I leave it?
ref: In the quay car park; there is no parking on the street.
ok: Please use the quay car park, as there's no parking on Cooper Street.
miss: You can stop outside the shop for twenty minutes.
misread: On Cooper Street, opposite Chandlers' Row.
vague: There is parking not far away.

gold: getting-here
q: Which bus line goes to your door?
ref: Number 6, stop Chandlers' Row.
ok: The number 6. It stops at Chandlers' Row, opposite the door.
miss: The number 14.
misread: Number 14, on Cooper Street.
generic: Any bus to the town centre will do.

gold: access
q: I use a wheelchair. Which floors can I reach without steps, is there a lift?
ref: Ground floor and children's corner are step-free, the first floor by lift; not the cellar (boxes are brought up).
ok: The ground floor and the children's corner are free of steps and a lift goes to the first floor. The cellar has only stairs, but tell us what you want and we'll bring boxes up.
miss: The ground floor only, I'm afraid.
partial: The ground floor and the children's corner are free of steps.
misread: All of it; a lift goes to the first floor and to the cellar.

gold: dogs
q: May my terrier come down to the cellar with me?
ref: No, the cellar is not open to dogs; on a lead they are welcome on the ground floor.
ok: I'm afraid not. Dogs on a lead are welcome on the ground floor, but not in the cellar.
miss: Yes, if you carry it down the eleven steps.
misread: Yes, as long as it is on a lead.
generic: Small dogs are usually tolerated in bookshops.

gold: coffee
q: Can I get something hot to drink while I browse, and what's it cost?
ref: Yes, a coffee machine on the first floor landing, £1.20 a cup.
ok: Yes, there's a coffee machine on the first floor landing, £1.20 a cup into the honesty box.
miss: Sorry, no food or drink is sold in the shop.
partial: Yes, there's a coffee machine on the first floor landing.
extra: Coffee is £1.20 on the first floor landing, and cake is £2.50 on Saturdays.

gold: childrens-corner
q: When do you read to the little ones?
ref: Saturdays at 10.30 and, in term time, Wednesdays at 15.45.
ok: Story time is on Saturdays at 10.30 and on Wednesdays at 15.45 in term time.
miss: On Sunday mornings, two hours each.
partial: On Saturdays at 10.30.
misread: On Saturdays at 15.45 and on Wednesdays at 10.30.
vague: There are weekly readings for small children.

gold: childrens-corner
q: Can I drop my five-year-old at story time and do my shopping across the road?
ref: No, a grown-up has to stay.
ok: No, sorry, a grown-up has to stay.
miss: Yes, for up to two hours.
misread: Yes, children aged three to seven can stay on their own.
generic: Children's events are generally supervised, so that should be all right.

gold: childrens-parties
q: Could we celebrate our son's sixth birthday among the picture books? Price and number of kids?
ref: £60 for up to twelve children, Sunday mornings, two hours.
ok: Yes, on Sunday mornings: £60 for two hours and up to twelve children, with one story and a book for the birthday child.
miss: Story time is free and open to everyone aged three to seven.
partial: Yes, on Sunday mornings for £60.
misread: Yes, £12 for up to sixty children.
extra: Yes, £60 for up to twelve children, and the cake is on us.

gold: events-tickets
q: How much is it to hear an author in the evening if I have your loyalty card?
ref: £4.
ok: £4 with a Rung Card.
miss: £3 for members.
misread: £6, and £4 off a book.
vague: There is a reduced price for card holders.

gold: events-tickets
q: What's the earliest I can get in for a reading?
ref: Doors open at 18.45.
ok: Doors open at 18.45.
miss: Half an hour before, at 18.30.
misread: At 6.
vague: Shortly before it starts.

gold: events-refund
q: Can't make tomorrow's author evening after all. Do I get my money back?
ref: No, refunds only up to 48 hours before the start; the ticket may be passed on.
ok: I'm afraid not, since refunds end 48 hours before the start. But you may pass your ticket on to somebody else.
miss: Yes, event tickets are refunded on the card you paid with.
partial: No, it is too late for that.
misread: Yes, tickets are refunded for up to 48 hours after the start.

gold: events-online
q: If I miss the live stream, can I still see it later?
ref: Yes, the recording can be watched for 14 days afterwards.
ok: Yes, the recording can be watched for 14 days afterwards.
miss: Sorry, readings are not recorded.
misread: Yes, for 3 days.
extra: Yes, for 14 days, or for good if you download it.

gold: book-clubs
q: Is there a group for people who like poems, and when do they get together?
ref: Yes, last Friday of the month at 19.
ok: Yes, the poetry group meets on the last Friday of the month at 19.
miss: Yes, every second Thursday.
misread: Yes, on the second Thursday of the month at 19.
partial: Yes, there is a poetry reading group.
vague: Yes, they meet monthly on a weekday evening.

gold: book-clubs
q: What discount do people in the reading circles get?
ref: 10 per cent off the month's title.
ok: Members get 10 per cent off the month's title.
miss: 15 per cent off orders of ten copies or more.
misread: 10 per cent off everything in the shop.
vague: A small reduction.

gold: signed-copies
q: The reading was last night and I'd love a copy made out to my dad. Possible?
ref: No personal dedications after the event, but signed stock at the ordinary price.
ok: A dedication isn't possible after the event, I'm sorry. We do keep signed copies at the ordinary price.
miss: Yes, give us the name and collect it within a week.
misread: Yes, order within a week of the event and write the name in the note.
partial: Sorry, we cannot do dedications afterwards.

gold: author-submissions
q: I printed my own memoir. Would you stock it, and what's your cut?
ref: Two copies on sale or return for six months (authors from the county); the shop keeps 35 per cent.
ok: If you're from the county, you may leave two copies on sale or return for six months. The shop keeps 35 per cent of the cover price.
miss: We pay 30 per cent of our selling price in cash.
partial: Yes, local authors may leave two copies for six months.
misread: Yes; you keep 35 per cent of the cover price and the shop the rest.

gold: used-buying
q: When do you buy used books from people, and do I need an appointment?
ref: Thursdays between 10 and 13, no appointment.
ok: On Thursdays between 10 and 13, without an appointment.
miss: Ask for Bettina on a Tuesday.
misread: On Thursdays from 13, by appointment.
vague: Once a week, in the morning.

gold: used-buying
q: Cash or credit for my old novels: what's the difference in percent?
ref: 30 per cent of the selling price in cash, 45 per cent as credit.
ok: 30 per cent of our selling price in cash, or 45 per cent as credit.
miss: 35 per cent either way.
misread: 45 per cent in cash or 30 per cent as credit.
partial: You'd get 30 per cent of our selling price in cash.

gold: used-not-wanted
q: I have an encyclopaedia in 24 volumes to get rid of. Interested?
ref: No, the shop does not take encyclopaedias.
ok: No, I'm sorry. We can't take encyclopaedias.
miss: Yes, bring it on Thursday between 10 and 13, at most two boxes.
generic: Complete sets can be valuable, so do bring it along.
extra: No encyclopaedias, sorry, but the school library collects them from us on Fridays.

gold: used-buying + used-not-wanted
q: I've got three boxes, one of them ex-library. What happens if I bring them on Thursday?
ref: At most two boxes a person are taken, and former library copies are not wanted.
ok: We take at most two boxes a person, and former library copies aren't wanted, so leave that box at home and bring the other two between 10 and 13.
miss: That's fine, we take everything in readable condition.
partial: At most two boxes a person, I'm afraid.
misread: You may bring all three, since only ex-library books count towards the limit of two boxes.

gold: used-house-clearance
q: My late uncle left around 4,000 volumes twelve miles from you. Will someone look at them, and is there a charge?
ref: Yes, Bettina comes to look; it is free within fifteen miles, with about a week's notice.
ok: Yes, Bettina comes to look with about a week's notice, and within fifteen miles it's free.
miss: Please bring them in on a Thursday, two boxes at a time.
misread: Yes, at £15 a visit with a week's notice.
partial: Yes, Bettina comes to look at whole libraries.

gold: used-grading
q: What does a pencilled C mean inside a second-hand one?
ref: It has notes or a worn spine.
ok: A C means that it has notes in it or a worn spine.
miss: It's the price code.
misread: It means read with care.
vague: It says something about the state of the book.

gold: repairs
q: The spine of my gran's cookery book has come away. What would mending it cost?
ref: £12 for re-gluing a loose spine.
ok: Re-gluing a loose spine costs £12.
miss: We replace it at our own expense; please send a photograph.
misread: £3.
vague: That depends, but spine repairs aren't dear.
extra: £12, and you get a year's guarantee on the glue.

gold: repairs
q: How long is the wait for a mended binding and on which days is the workshop staffed?
ref: Three weeks; Mondays and Fridays.
ok: Please allow three weeks. The bindery works on Mondays and Fridays.
miss: Two days in September.
partial: Allow three weeks.
misread: Three days; the bindery works from Monday to Friday.

gold: repairs-not-taken
q: Does the bindery mend a prayer book that was printed in 1740?
ref: No, nothing printed before 1800; the shop has a list of three conservators.
ok: No, books printed before 1800 belong with a conservator. We keep a list of three whom we trust.
miss: Yes, a new cloth case costs from £45.
misread: Yes, anything printed before 1800 is welcome.
partial: No, we don't take in books that old.

gold: repairs-estimate
q: For how long can I sit on the quote for my rebinding?
ref: Two months.
ok: Estimates hold for two months.
miss: Three weeks.
misread: A fifth of a year.
extra: Two months, and you can extend it by one for £5.

gold: rare-viewing
q: Must I wear cotton gloves to look at the valuable ones?
ref: No gloves; clean hands, by appointment on weekday afternoons.
ok: No, no gloves: clean hands are what we ask for. It's by appointment on weekday afternoons.
miss: Yes, gloves are handed out at the glass case.
misread: Yes, clean ones.
generic: Rare books are normally handled with white gloves.

gold: rare-holds
q: How long will you reserve a collector's item for me on trust?
ref: 48 hours.
ok: A book from the glass case can be held for 48 hours on your word.
miss: For 5 days, without a deposit.
misread: For as long as you like, for one tenth of the price.
vague: For a short time.

gold: ordinary-holds
q: Could you keep a paperback aside until the weekend? It's Tuesday now. Do I leave a deposit?
ref: Yes, ordinary books are put aside for 5 days, without a deposit.
ok: Yes, we put ordinary books aside for 5 days, and no deposit is needed.
miss: Yes, for 48 hours; longer needs a deposit of one tenth of the price.
misread: Yes, with a deposit of £5.
partial: Yes, just ring or ask at the till.

gold: ordinary-holds + rare-holds
q: Do reservations last equally long for a normal novel and one from the locked cabinet?
ref: No: 5 days for an ordinary book, 48 hours for one from the glass case (longer with a deposit).
ok: No. An ordinary book is kept for 5 days, one from the glass case for 48 hours unless you leave a deposit.
miss: Yes, both are kept for 10 days.
partial: An ordinary book can be put aside for 5 days.
misread: Yes, both are kept for 5 days without a deposit.

gold: special-orders
q: How many working days does it take to order a book that is in print here but not on the shelf?
ref: Two to three working days.
ok: Books in print from home publishers come in two to three working days.
miss: It takes three weeks.
misread: Two to five weeks.
vague: That normally goes quickly.

gold: special-orders + returns-special-order
q: If you order a foreign cookbook for me, when does it come and do I pay anything beforehand?
ref: Imports take two to five weeks; a deposit of £5 a title is asked for.
ok: Imports take two to five weeks, and we ask for a deposit of £5 a title.
miss: It comes in two to three working days and you pay on collection.
partial: Imports come in two to five weeks; we text you when it arrives.
misread: It comes in two to three working days, with a deposit of £5.

gold: out-of-print
q: Does it cost anything to have you look for a novel nobody prints any more?
ref: No, searching is free.
ok: No, searching is free. If we find a copy we name a price and you may say no.
miss: A deposit of £5 a title.
generic: Book search services usually take a fee of around ten pounds.
extra: Searching is free, and nine times out of ten we find a copy within a month.

gold: lost-property
q: I left a scarf with you five weeks ago. Worth asking?
ref: Probably too late: things are kept for a month.
ok: It may be too late, I'm afraid: lost things are kept for a month in the drawer under the globe.
miss: Yes, lost things are kept for 10 days and then sent on.
misread: Yes, lost things are kept in the drawer for six weeks.
vague: Yes, lost things are kept for some time.

gold: privacy
q: Do you pass my details on to anybody?
ref: No ("We sell books, not lists"); addresses are kept only as long as an order needs them.
ok: No. We keep your address only as long as an order needs it, and we don't sell lists.
miss: Only to the download company.
extra: No, apart from our two partner publishers.
generic: Like most shops, we share data with selected partners.

gold: newsletter
q: How often does the shop letter come by email and on what day?
ref: Monthly, on the first Sunday.
ok: The shop letter comes by email on the first Sunday of every month.
miss: Every Friday.
misread: Every Sunday.
vague: It comes regularly.

gold: jobs
q: My daughter is 15 and wants to work weekends with you. Could she?
ref: Not yet: Saturday helpers must be sixteen.
ok: Not yet, I'm afraid. Saturday helpers have to be sixteen.
miss: Yes, helpers are always welcome.
misread: Yes, if she applies by the end of February.
generic: Young people can usually do light work from fourteen.

gold: jobs
q: What must be in an application for the weekend job, and by when?
ref: Handwritten, with a paragraph on a book you disliked, by the end of February.
ok: It should be handwritten, with a paragraph on a book you disliked, and reach us by the end of February.
miss: A CV and two references.
partial: It should be handwritten and have a paragraph on a book you disliked.
misread: A typed letter about a book you liked, by the end of February.

gold: charity
q: What did the lifeboat get out of your used-book sales last year?
ref: £1,140 (in 2025).
ok: In 2025 it came to £1,140.
miss: Nothing from the used books; volunteers collect for it at Christmas.
misread: One pound for every book sold.
vague: A nice little sum.

gold: staff-picks
q: What does the little bird on some shelf cards tell me?
ref: That the book is a staff choice.
ok: It marks a staff choice.
miss: That the book is from a local press.
misread: That only six copies are left.
extra: It marks a staff choice, and those books are 10 per cent off.

gold: gift-wrapping / charity
q: Which good cause does the shop support?
ref: The lifeboat (Christmas wrapping by volunteers; one per cent of cellar sales).
ok: The lifeboat. One per cent of cellar sales goes to it, and its volunteers wrap presents in December.
miss: The library van.
generic: Bookshops often support literacy charities.
extra: The lifeboat and the children's hospital.

gold: rare-holds / layaway
q: Is there any way to secure an expensive antique book without paying everything today?
ref: Yes: either a deposit of one tenth holds a glass-case book longer, or books over £50 are paid in three monthly parts.
ok: Yes. A book over £50 can be paid in three monthly parts, and a deposit of one tenth also holds a book from the glass case.
miss: No, but ordinary books can be put aside for 5 days.
misread: Yes, for 48 days on the strength of your word.
generic: You could ask your bank for an instalment plan.

gold: access
q: Is your entrance manageable with a twin pram?
ref: Yes, the ground floor is free of steps.
ok: Yes, the ground floor and the children's corner are free of steps.
miss: There are a few steps at the door, I'm sorry to say.
misread: There are eleven steep steps, I'm sorry to say.
generic: Old buildings often have a step at the door, so it may be difficult.
"""

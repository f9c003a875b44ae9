"""Errors about moving, offering and getting back seats, in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import in_four as _t

SEATS = {
    # -- another device ---------------------------------------------------------------------------
    "bad_pass": _t(
        "Dieser Umzugslink ist nicht echt oder unvollständig; nimm bitte den ganzen Link.",
        "This link for changing devices is incomplete or not genuine. Please use the whole link.",
        "Ce lien de changement d'appareil n'est pas authentique ou est incomplet ; utilisez le lien entier.",
        "Deze verhuislink is niet echt of onvolledig; gebruik de hele link.",
    ),
    "pass_over": _t(
        "Dieser Umzugslink gilt nicht mehr. Mach am Gerät, auf dem du spielst, einen neuen.",
        "This link for changing devices is no longer valid. Make a new one on the device you are playing on.",
        "Ce lien de changement d'appareil n'est plus valable. Créez-en un nouveau sur l'appareil où vous jouez.",
        "Deze verhuislink geldt niet meer. Maak een nieuwe op het apparaat waarop je speelt.",
    ),
    "pass_used": _t(
        "Dieser Umzugslink wurde schon benutzt. Warst du das nicht, hol dir den Platz mit deinem Rückkehrcode zurück oder frag am Tisch nach.",
        "This link for changing devices has already been used. If that was not you, take your seat back with your return code, or ask the others at the table.",
        "Ce lien de changement d'appareil a déjà servi. Si ce n'était pas vous, revenez avec votre code de retour ou demandez à la table.",
        "Deze verhuislink is al gebruikt. Was jij dat niet, kom dan terug met je terugkeercode of vraag het aan tafel.",
    ),
    "pass_here": _t(
        "Das ist dasselbe Gerät: Öffne den Link auf dem anderen.",
        "This is the same device. Open the link on the other one.",
        "C'est le même appareil : ouvrez le lien sur l'autre.",
        "Dit is hetzelfde apparaat: open de link op het andere.",
    ),
    # -- the open lobby ---------------------------------------------------------------------------
    "no_open_lobby": _t(
        "Hier gibt es keine offenen Tische: Wer Spielzug hier betreibt, hat sie nicht eingeschaltet. Lade mit einem Link ein.",
        "The host of this server has not turned on open tables. You can invite people with a link instead.",
        "Il n'y a pas de tables ouvertes ici : la personne qui gère ce serveur ne les a pas activées. Invitez par lien.",
        "Hier zijn geen open tafels: wie deze server beheert, heeft ze niet aangezet. Nodig uit met een link.",
    ),
    "too_many_waiting_seats": _t(
        "Du sitzt schon an {limit} offenen Tischen und wartest. Steh erst an einem auf, oder warte, bis ein Spiel beginnt.",
        "You are already waiting at {limit} open {limit:table|tables}. Leave one of them first, or wait until a game starts.",
        "Vous attendez déjà à {limit} tables ouvertes. Levez-vous d'abord de l'une d'elles, ou attendez qu'une partie commence.",
        "Je zit al aan {limit} open tafels te wachten. Sta eerst bij een ervan op, of wacht tot er een spel begint.",
    ),
    "too_many_seats_near": _t(
        "Aus deinem Netz sitzen schon {limit} an offenen Tischen und warten. Bitte warte, bis eines ihrer Spiele beginnt.",
        "People from your network are already waiting in {limit} {limit:seat|seats} at open tables. Please wait until one of their games starts.",
        "De votre réseau, {limit} personnes attendent déjà à des tables ouvertes. Attendez qu'une de leurs parties commence.",
        "Vanuit jouw netwerk zitten er al {limit} aan open tafels te wachten. Wacht tot een van hun spellen begint.",
    ),
    "too_many_open": _t(
        "Von diesem Gerät warten schon {limit} offene Tische; brich einen ab oder warte, bis einer beginnt.",
        "You already have {limit} open {limit:table|tables} waiting on this device. Call one off, or wait until one starts.",
        "Cet appareil a déjà {limit} tables ouvertes en attente ; interrompez-en une ou attendez qu'une commence.",
        "Dit apparaat heeft al {limit} open tafels die wachten; breek er een af of wacht tot er een begint.",
    ),
    # -- coming back ------------------------------------------------------------------------------
    "bad_code": _t(
        "Diesen Rückkehrcode gibt es nicht, oder er wurde ersetzt. Prüf bitte jedes Zeichen; groß und klein ist gleich.",
        "This return code does not exist or has been replaced. Please check every character. Upper and lower case do not matter.",
        "Ce code de retour n'existe pas ou a été remplacé. Vérifiez chaque signe ; majuscules et minuscules se valent.",
        "Deze terugkeercode bestaat niet of is vervangen. Controleer elk teken; hoofdletters en kleine letters zijn gelijk.",
    ),
}
